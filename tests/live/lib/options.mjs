// The command line that every script here has: --name value, --flag, then -- and a server command.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const top = resolve(here, '../..');

/// `{options, command}`. A default of `false` makes a flag; `shared` and `peers` have defaults of
/// their own: the folder of the published schemas, and the folder that ./setup fills.
export function commandLine(defaults, { needsCommand = true } = {}) {
    const options = { ...defaults };
    options.shared ??= process.env.MCPGEN_SHARED_DIR ?? join(top, '../shared');
    options.peers ??= process.env.MCPGEN_LIVE_DIR ?? join(top, 'build/live');
    const words = process.argv.slice(2);
    let command = [];
    for (let i = 0; i < words.length; ++i) {
        if (words[i] === '--') {
            command = words.slice(i + 1);
            break;
        }
        const name = words[i].replace(/^--/, '');
        if (!words[i].startsWith('--') || !(name in options)) fail(`unknown option ${words[i]}`);
        if (options[name] === false || options[name] === true) {
            options[name] = true;
        } else {
            if (i + 1 === words.length) fail(`${words[i]} needs a value`);
            options[name] = words[++i];
        }
    }
    if (needsCommand && command.length === 0) fail('a server command is needed after --');
    return { options, command };
}

function fail(why) {
    process.stderr.write(`${process.argv[1]}: ${why}\n`);
    process.exit(2);
}
