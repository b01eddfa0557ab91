#!/usr/bin/env python3
"""A server with sessions over standard input and output, which may be a bad one.

    fake_server.py NAME WORD RECORD [FAULT]

Whatever it says holds WORD, and what it hears is appended to the file RECORD. A fault shows once the file
RECORD.go is there, or at once for those that begin with `start-`:

    hang           answers nothing more             start-hang     answers nothing at all
    deaf           reads nothing more               stubborn       as hang; ignores SIGTERM and the end of its input
    crash          ends with the next message       start-crash    ends at once, whenever it is started
    notifications  sends log messages without end   lines          sends lines of 20 MB without end
    errors         floods standard error            garbage        sends what is no message, and answers to nobody
    questions      asks the client without end      child          has a process of its own, which it leaves behind"""
import json
import os
import signal
import subprocess
import sys
import threading
import time

name, word, record, fault = (sys.argv[1:] + [''])[:4]
out_lock = threading.Lock()


def send_text(text):
    with out_lock:
        sys.stdout.write(text + '\n')
        sys.stdout.flush()


def send(**members):
    send_text(json.dumps({'jsonrpc': '2.0', **members}))


def flood(number):
    """One portion of what the fault is about."""
    if fault == 'notifications':
        for _ in range(100):
            send(method='notifications/message', params={'level': 'error', 'data': f'{word} {number}'})
            send(method='notifications/tools/list_changed')
    elif fault == 'lines':
        send_text('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"'
                  + word * (20_000_000 // len(word)) + '"}}')
    elif fault == 'errors':
        sys.stderr.write((word + ' ') * 1000 + '\n')
    elif fault == 'garbage':
        send_text(f'{word} \x00\xff {{"jsonrpc":')
        send_text(f'[{json.dumps(word)}]')
        send(id=number, result={'content': [{'type': 'text', 'text': word}]})
        send(id=f'{number}', error={'code': 'none', 'message': word})
        send(method='notifications/progress', params={'progressToken': number, 'progress': 1, 'message': word})
        send(method='notifications/cancelled', params={'requestId': number, 'reason': word})
        time.sleep(0.001)
    elif fault == 'questions':
        send(id=f'{word}-{number}', method='sampling/createMessage', params={
            'messages': [{'role': 'user', 'content': {'type': 'text', 'text': word}}], 'maxTokens': 1})
        time.sleep(0.001)


def show_fault():
    while not os.path.exists(record + '.go'):
        time.sleep(0.01)
    number = 0
    while fault in ('notifications', 'lines', 'errors', 'garbage', 'questions'):
        number += 1
        flood(number)


def bad_now():
    return fault.startswith('start-') or os.path.exists(record + '.go')


def answer(method, params):
    if method == 'initialize':
        return {'protocolVersion': params['protocolVersion'], 'capabilities': {'tools': {'listChanged': True}, 'logging': {}},
                'serverInfo': {'name': name, 'version': '1'}, 'instructions': f'instructions of {word}'}
    if method == 'tools/list':
        tool = {'description': f'says {word}', 'inputSchema': {'type': 'object'}, 'annotations': {'readOnlyHint': True}}
        return {'tools': [{'name': f'say_{name}', **tool}, {'name': 'wait', **tool}]}
    return {'content': [{'type': 'text', 'text': f'{word} {params.get("arguments", {}).get("n")}'}]} \
        if method == 'tools/call' else {}


def main():
    if fault == 'start-crash':
        sys.exit(3)
    if fault == 'stubborn':
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if fault == 'child':
        subprocess.Popen(['sleep', '1000'], stdout=subprocess.DEVNULL)
    threading.Thread(target=show_fault, daemon=True).start()
    heard = open(record, 'a')
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        if bad_now():
            if fault == 'crash':
                sys.exit(4)
            while fault == 'deaf':
                time.sleep(1)
            if fault.endswith('hang') or fault == 'stubborn':
                continue
        message = json.loads(line)
        params = message.get('params', {})
        if 'id' not in message or 'method' not in message or params.get('name') == 'wait':
            continue
        send(id=message['id'], result=answer(message['method'], params))
    while fault == 'stubborn':
        time.sleep(1)


try:
    main()
except BrokenPipeError:
    os._exit(0)
os._exit(0)  # whatever threads are doing
