"""Starts mcpctl in front of fake servers, and talks to it as a client: over pipes, or over HTTP."""
import http.client
import http.server
import json
import os
import pathlib
import queue
import re
import secrets
import signal
import subprocess
import sys
import threading
import time

here = pathlib.Path(__file__).resolve().parent
initialize = {'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'test', 'version': '1'}}


class HangingWeb(http.server.ThreadingHTTPServer):
    """A server over HTTP that opens sessions, and answers nothing else: not even that they end."""
    daemon_threads = True
    block_on_close = False

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_POST(self):
            message = json.loads(self.rfile.read(int(self.headers['content-length'])))
            if message.get('method') == 'server/discover':
                return self.send_error(400)
            if message.get('method') not in ('initialize', 'notifications/initialized', 'tools/list'):
                return self.do_DELETE()
            result = {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}}, 'tools': [
                {'name': name, 'inputSchema': {'type': 'object'}} for name in ('wait', 'say_bad')],
                'serverInfo': {'name': 'web', 'version': '1'}}
            body = json.dumps({'jsonrpc': '2.0', 'id': message['id'], 'result': result}) if 'id' in message else ''
            self.send_response(200 if body else 202)
            self.send_header('content-type', 'application/json')
            self.send_header('mcp-session-id', 'one')
            self.send_header('content-length', str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def do_DELETE(self):
            time.sleep(60)

        do_GET = do_DELETE

        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(('127.0.0.1', 0), self.Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class FakeServers:
    """A configuration of servers, each with a word that nobody else may hear. `faults`: name -> fault; `http-hang` is
    a server over HTTP."""

    def __init__(self, folder, names, faults=None):
        self.folder = pathlib.Path(folder)
        self.faults = faults or {}
        self.mark = secrets.token_hex(16)
        self.words = {name: 'w' + secrets.token_hex(8) for name in names}
        entries = {name: {'command': sys.executable, 'args': self.arguments(name), 'env': {'TEST_MARK': self.mark}}
                   for name in names}
        for name in [name for name, fault in self.faults.items() if fault == 'http-hang']:
            entries[name] = {'url': f'http://127.0.0.1:{HangingWeb().server_port}/mcp'}
        self.config = self.folder / 'servers.json'
        self.config.write_text(json.dumps({'mcpServers': entries}))

    def arguments(self, name):
        return ['-S', '-E', str(here / 'fake_server.py'), name, self.words[name], str(self.record(name)),
                self.faults.get(name, '')]

    def record(self, name):
        return self.folder / f'{name}.heard'

    def show_faults(self):
        for name in self.faults:
            pathlib.Path(f'{self.record(name)}.go').touch()

    def heard(self, name):
        return self.record(name).read_text() if self.record(name).exists() else ''

    def processes(self):
        """All that are there and were started for these servers, wherever they belong by now."""
        found = []
        for entry in pathlib.Path('/proc').iterdir():
            if entry.name.isdigit():
                try:
                    alive = entry.joinpath('stat').read_text().rpartition(')')[2].split()[0] != 'Z'
                    if alive and self.mark.encode() in entry.joinpath('environ').read_bytes():
                        found.append(int(entry.name))
                except OSError:
                    pass
        return found

    def kill_left(self):
        for process in self.processes():
            os.kill(process, signal.SIGKILL)


class Gateway:
    """The program, with its input and output as pipes."""

    def __init__(self, command, folder):
        self.folder = pathlib.Path(folder)
        self.errors = open(self.folder / 'errors', 'w')
        env = {**os.environ, 'HOME': str(folder), 'XDG_CONFIG_HOME': str(folder)}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                        env=env, text=True)
        self.said = []
        self.answers = queue.Queue()
        self.number = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.said.append(line)
            if not line.startswith('{"jsonrpc":"2.0","method"'):  # a flood must not keep this program busy
                message = json.loads(line)
                if 'method' not in message:
                    self.answers.put(message)

    def send(self, method, params, **more):
        self.process.stdin.write(json.dumps({'jsonrpc': '2.0', 'method': method, 'params': params, **more}) + '\n')
        self.process.stdin.flush()

    def begin(self, method, params):
        self.number += 1
        self.send(method, params, id=self.number)
        return self.number

    def ask(self, method, params, timeout=30):
        number = self.begin(method, params)
        end = time.monotonic() + timeout
        while True:
            answer = self.answers.get(timeout=max(0.0, end - time.monotonic()))
            if answer.get('id') == number:
                return answer

    def open(self):
        answer = self.ask('initialize', initialize)
        self.send('notifications/initialized', {})
        return answer

    def url(self):
        """(host, port, path) once it listens."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            match = re.search(r'http://([^:/]+):(\d+)(/\S*)', (self.folder / 'errors').read_text())
            if match:
                return match[1], int(match[2]), match[3]
            time.sleep(0.01)
        raise AssertionError('it does not listen: ' + (self.folder / 'errors').read_text())

    def ended_within(self, seconds):
        """How long it has taken; None when it is still there, and then it is killed."""
        began = time.monotonic()
        try:
            self.process.wait(seconds)
            return time.monotonic() - began
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None


class HttpClient:
    """One session over HTTP. Every request has a connection of its own, as it may stay open."""

    def __init__(self, address):
        self.host, self.port, self.path = address
        self.session = None
        self.number = 0
        self.connections = []

    def post(self, message, read=True):
        headers = {'content-type': 'application/json', 'accept': 'application/json, text/event-stream',
                   'mcp-protocol-version': '2025-11-25'}
        if self.session:
            headers['mcp-session-id'] = self.session
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        self.connections.append(connection)
        connection.request('POST', self.path, json.dumps({'jsonrpc': '2.0', **message}), headers)
        if not read:
            return None
        reply = connection.getresponse()
        self.session = self.session or reply.getheader('mcp-session-id')
        text = reply.read().decode()
        lines = [line[5:] for line in text.splitlines() if line.startswith('data:') and line[5:].strip()]
        return json.loads(lines[-1] if lines else text) if text else None

    def ask(self, method, params, read=True):
        self.number += 1
        return self.post({'id': self.number, 'method': method, 'params': params}, read)

    def open(self):
        self.ask('initialize', initialize)
        self.post({'method': 'notifications/initialized'})

    def stream(self):
        """A stream that stays open."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        self.connections.append(connection)
        connection.request('GET', self.path, headers={'accept': 'text/event-stream', 'mcp-session-id': self.session,
                                                      'mcp-protocol-version': '2025-11-25'})
