#!/usr/bin/env python3
"""The official conformance suite against a server or a client, with a strict verdict.

    run.py server REVISION --suite DIR -- COMMAND...   the command is started with `--http 127.0.0.1:0`, at the
                                                       place of a word `{http}` or at the end
    run.py client REVISION --suite DIR -- COMMAND...   the suite starts it, with a URL as its last argument

REVISION is a requirement set (2025-11-25, 2026-07-28), or an older revision, where all that applies to it runs.
DIR holds the script that installs and runs the suite. A scenario passes when it has a success and no failure; a
client must also end well. What is left out on purpose is in `left_out`, each with a reason."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sets = ('2025-11-25', '2026-07-28')
left_out = {
    'server': {
        r'tasks-status-notifications': 'a stub of the suite, which it never passes',
        r'sep-2640-': 'the skills extension',
    },
    'client': {
        r'(sep-2640-|skills)': 'the skills extension',
    },
}
not_run = 77


def reason(role, name):
    return next((why for pattern, why in left_out[role].items() if re.match(pattern, name)), None)


class Suite:
    def __init__(self, folder):
        self.script = pathlib.Path(folder) / 'conformance'

    def run(self, *words, timeout=600):
        return subprocess.run([str(self.script), 'raw', *words], capture_output=True, text=True,
                              timeout=timeout)

    def names(self, role, revision):
        """The scenarios of a requirement set, scored or not; of other revisions all that apply."""
        if revision not in sets:
            lines = self.run('list', f'--{role}', '--spec-version', revision).stdout
            return re.findall(r'^\s+- (\S+)', lines, re.MULTILINE)
        found, section = [], None
        for line in self.run('list', '--requirements', revision).stdout.splitlines():
            if line.startswith(('Client scenarios', 'Server scenarios')):
                section = line.split()[0].lower()
            elif line.startswith('Run and reported'):
                section = None
            match = re.match(r'\s+- (\S+)(?: \[(\w+)\])?$', line)
            if match and role in (section, match[2]):
                found.append(match[1])
        return found


def results(folder):
    """Scenario name -> its checks."""
    found = {}
    for file in folder.rglob('checks.json'):
        name = str(file.parent.relative_to(folder))
        name = re.sub(r'-\d{4}-\d{2}-\d{2}T[\d-]+Z$', '', name)
        found[re.sub(r'^server-', '', name)] = json.loads(file.read_text())
    return found


def passed(checks):
    states = [check['status'] for check in checks or []]
    return 'SUCCESS' in states and 'FAILURE' not in states


def complain(name, checks):
    print(f'FAIL {name}' + ('' if checks else ': no result'))
    for check in checks or []:
        if check['status'] == 'FAILURE':
            print(f"     {check.get('id')}: {check.get('errorMessage') or check.get('description')}")


def count(role, revision, names, verdicts):
    """Prints the figure of those that are in; says whether all of them passed."""
    wanted = [name for name in names if not reason(role, name)]
    good = [name for name in wanted if verdicts.get(name)]
    for why in sorted({reason(role, name) for name in names} - {None}):
        out = [name for name in names if reason(role, name) == why]
        print(f'left out: {why}: {len(out)} scenarios')
    print(f'{role} {revision}: {len(good)}/{len(wanted)} scenarios passed')
    return bool(wanted) and len(good) == len(wanted)


def server(suite, revision, command, out):
    log = open(out / 'server.log', 'w+')
    http = ['--http', '127.0.0.1:0']
    place = command.index('{http}') if '{http}' in command else len(command)
    process = subprocess.Popen([*command[:place], *http, *command[place + 1:]], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=log)
    try:
        url = None
        end = time.monotonic() + 10
        while url is None and time.monotonic() < end and process.poll() is None:
            match = re.search(r'(http://\S+)', (out / 'server.log').read_text())
            url = match[1] if match else None
            time.sleep(0.02)
        if url is None:
            print('the server does not listen:\n' + (out / 'server.log').read_text())
            return False
        which = (('--requirements', revision) if revision in sets else
                 ('--suite', 'all', '--spec-version', revision))
        suite.run('server', '--url', url, *which, '-o', str(out))
        ended = process.poll()
        if ended is not None:
            print(f'FAIL the server has ended with {ended}')
            return False
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            print('FAIL the server did not end within ten seconds of SIGTERM')
            return False
    got = results(out)
    names = suite.names('server', revision) if revision in sets else sorted(got)
    for name in names:
        if not passed(got.get(name)) and not reason('server', name):
            complain(name, got.get(name))
    return count('server', revision, names, {name: passed(got.get(name)) for name in names})


def client(suite, revision, command, out):
    names = suite.names('client', revision)
    verdicts = {}
    for name in names:
        if reason('client', name):
            continue
        folder = out / name.replace('/', '_')
        run = suite.run('client', '--command', ' '.join(command), '--scenario', name,
                        '--spec-version', revision, '--force', '-o', str(folder), '--timeout', '60000')
        checks = results(folder).get(name)
        verdicts[name] = run.returncode == 0 and passed(checks)
        if not verdicts[name]:
            complain(name, checks)
            print(run.stdout[-1500:])
    return count('client', revision, names, verdicts)


def main():
    words = sys.argv[1:]
    command = words[words.index('--') + 1:] if '--' in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('role', choices=('server', 'client'))
    parser.add_argument('revision')
    parser.add_argument('--suite', required=True)
    options = parser.parse_args(words[:words.index('--')] if command else words)
    if not command:
        parser.error('a command is needed after --')
    suite = Suite(options.suite)
    if not suite.script.exists():
        print(f'NOT RUN: {suite.script} is not there')
        return not_run
    if subprocess.run([str(suite.script), 'setup']).returncode != 0:
        print('NOT RUN: the suite could not be installed (it needs npm)')
        return not_run
    with tempfile.TemporaryDirectory() as folder:
        good = (server if options.role == 'server' else client)(
            suite, options.revision, command, pathlib.Path(folder))
    return 0 if good else 1


sys.exit(main())
