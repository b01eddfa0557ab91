// Installs what package-lock.json lists into the build directory, once.
//
//   node install.mjs --npm npm --modules DIR
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { options, skip } from './published.mjs';

const settings = options({ npm: 'npm', modules: '' });
const here = dirname(fileURLToPath(import.meta.url));
const files = ['package.json', 'package-lock.json'];
const same = (name) => {
    const copy = join(settings.modules, name);
    return (
        existsSync(copy) && readFileSync(copy, 'utf8') === readFileSync(join(here, name), 'utf8')
    );
};
if (files.every(same) && existsSync(join(settings.modules, 'node_modules/.package-lock.json'))) {
    console.log('installed already');
    process.exit(0);
}

mkdirSync(settings.modules, { recursive: true });
for (const name of files) copyFileSync(join(here, name), join(settings.modules, name));
const npm = spawnSync(settings.npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: settings.modules,
    encoding: 'utf8',
});
if (npm.error) skip(`npm does not start: ${npm.error.message}`);
process.stdout.write(npm.stdout);
if (npm.status !== 0) {
    process.stdout.write(npm.stderr);
    // Only a registry that cannot be reached is nobody's fault.
    const unreachable =
        /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E40[13]|E50\d)\b/;
    if (unreachable.test(npm.stderr)) skip('the npm registry does not answer');
    process.exit(1);
}
