#!/usr/bin/env python3
"""mcpctl serve and mcpctl bridge end soon, whatever the servers behind do, and leave no process.

    ending_test.py MCPCTL [CASE]"""
import concurrent.futures
import signal
import sys
import tempfile
import time

from gateway_process import FakeServers, Gateway, HttpClient, initialize

soon = 2.0
faults = ('hang', 'deaf', 'stubborn', 'crash', 'start-hang', 'start-crash', 'notifications', 'lines', 'garbage', 'questions',
          'child', 'http-hang')


def make_busy(gateway, over_http, tools, servers, fault):
    """Sessions, a stream that stays open, and calls under way that no server will answer. `fault`: what holds up all."""
    if not over_http:
        if fault == 'start-crash':
            gateway.ask('initialize', initialize)
            return
        if fault == 'start-hang':
            gateway.begin('initialize', initialize)
            while not servers.heard('bad'):
                time.sleep(0.01)
            return
        gateway.open()
        gateway.ask('tools/list', {})
        for tool in tools:
            gateway.begin('tools/call', {'name': tool, 'arguments': {}})
        return
    for _ in range(2):
        client = HttpClient(gateway.url())
        client.open()
        client.ask('tools/list', {})
        client.stream()
        for tool in tools:
            client.ask('tools/call', {'name': tool, 'arguments': {}}, read=False)
        gateway.client = client  # its connections stay open with it


def end(gateway, how):
    if how == 'end of input':
        gateway.process.stdin.close()
    else:
        gateway.process.send_signal(how)


def check(label, command, servers, folder, tools, over_http, how, fault=''):
    gateway = Gateway([*command, '--http', '127.0.0.1:0'] if over_http else command, folder)
    try:
        make_busy(gateway, over_http, tools, servers, fault)
        servers.show_faults()
        time.sleep(0.15)
        end(gateway, how)
        took = gateway.ended_within(10)
        time.sleep(0.02)
        left = servers.processes()
    finally:
        gateway.process.kill()
        servers.kill_left()
    good = took is not None and took <= soon and not left and gateway.process.returncode == 0
    print(f'{"ok  " if good else "FAIL"} {label}: ' + (f'{took:.2f} s' if took is not None else 'not within 10 s')
          + (f', {len(left)} processes left' if left else '')
          + (f', exit code {gateway.process.returncode}' if gateway.process.returncode else ''), flush=True)
    return good


def serve_case(mcpctl, fault, over_http, how):
    with tempfile.TemporaryDirectory() as folder:
        servers = FakeServers(folder, ('good', 'bad'), {'bad': fault})
        command = [mcpctl, 'serve', '--allow-all', '--config', str(servers.config)]
        label = f'serve {"http " if over_http else "stdio"} {getattr(how, "name", how)}: {fault}'
        return check(label, command, servers, folder, ('good__wait', 'bad__wait', 'bad__say_bad'), over_http, how)


def bridge_case(mcpctl, fault, over_http, how):
    with tempfile.TemporaryDirectory() as folder:
        servers = FakeServers(folder, ('bad',), {'bad': fault})
        http = ['--config', str(servers.config)]
        command = [mcpctl, 'bridge', 'bad', '--protocol', '2025-11-25', *http]
        label = f'bridge {"http " if over_http else "stdio"} {getattr(how, "name", how)}: {fault}'
        return check(label, command, servers, folder, ('wait', 'say_bad'), over_http, how, fault)


def main():
    mcpctl = sys.argv[1]
    wanted = sys.argv[2] if len(sys.argv) > 2 else ''
    cases = []
    for fault in faults:
        for over_http, how in ((True, signal.SIGTERM), (False, 'end of input'), (False, signal.SIGINT)):
            for run in (serve_case, bridge_case):
                # Without an answer of its server a bridge does not begin to listen.
                if run is bridge_case and fault.startswith('start-') and over_http:
                    continue
                if wanted and wanted not in f'{run.__name__} {fault}':
                    continue
                cases.append((run, fault, over_http, how))
    with concurrent.futures.ThreadPoolExecutor(3) as pool:  # they wait, mostly
        results = list(pool.map(lambda case: case[0](mcpctl, *case[1:]), cases))
    print(f'{sum(results)} of {len(results)} end within {soon:g} s')
    return 0 if results and all(results) else 1


sys.exit(main())
