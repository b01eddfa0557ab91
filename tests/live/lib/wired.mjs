// A server command behind wire_check, and the verdict afterwards.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { here } from './options.mjs';
import { until } from './checks.mjs';

/// What the wire checker has recorded in `file` so far: `{from, text, message}`.
export function parseRecord(file) {
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
            let message;
            try {
                message = JSON.parse(line.slice(3));
            } catch {
                message = undefined; // the other checks say so
            }
            return {
                from: line.startsWith('->') ? 'client' : 'server',
                text: line.slice(3),
                message,
            };
        });
}

const sides = {
    server: { one: 'STD-03 R093', valid: 'RPC-01 R005' },
    client: { one: 'STD-04 R094', valid: 'RPC-01 LIF-02' },
};

/// Checks what the wire checker has written about one side: `server` or `client`.
export function judged(checks, side, lines, exact) {
    const violations = lines.filter((line) => line.startsWith('violation'));
    const foreign = violations.filter((line) => line.includes(' is a member of '));
    const broken = violations.filter((line) => line.includes(' is not JSON'));
    const invalid = violations.filter((line) => !foreign.includes(line) && !broken.includes(line));
    const none = (name, found) => checks.check(name, found.length === 0, found.join('\n     '));
    none(`${sides[side].one} every line of the ${side} is one message`, broken);
    none(
        `${sides[side].valid} every message of the ${side} is valid by the schema of its revision`,
        invalid,
    );
    if (exact) none(`LIF-14 the ${side} sends no member that only other revisions have`, foreign);
}

export class Wired {
    #folder = mkdtempSync(join(tmpdir(), 'mcpgen-live-'));
    #log = join(this.#folder, 'log');
    #record = join(this.#folder, 'record');
    #exact;

    /// `options` are those of a script: shared, peers, exact.
    constructor(command, options) {
        this.#exact = options.exact;
        this.command = process.execPath;
        this.args = [
            join(here, 'wire_check.mjs'),
            '--log',
            this.#log,
            '--record',
            this.#record,
            '--judge',
            'server',
            '--shared',
            options.shared,
            '--peers',
            options.peers,
            ...(options.exact ? ['--exact'] : []),
            '--',
            ...command,
        ];
    }

    /// What went over the wire so far.
    messages() {
        return parseRecord(this.#record);
    }

    /// After the client has closed: the last checks, and what was noted about either side.
    async verdict(checks, notes = false) {
        const lines = () =>
            existsSync(this.#log) ? readFileSync(this.#log, 'utf8').split('\n') : [];
        await until(() => lines().some((line) => line.startsWith('end:')), 6000);
        judged(checks, 'server', lines(), this.#exact);
        const end = lines().find((line) => line.startsWith('end:')) ?? 'end: never';
        checks.check(
            'R098 the server ends by itself when its input ends',
            end.endsWith('ended with 0'),
            end,
        );
        if (notes)
            for (const line of lines())
                if (/^(note|not judged)/.test(line)) console.log(`     ${line}`);
        rmSync(this.#folder, { recursive: true, force: true });
    }
}
