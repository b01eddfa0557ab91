// Loads what ./setup installed. Ends the program the way that ctest shows as not run when it is
// not there.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export const notRun = 77;

/// `require` as seen from the folder of the peers.
export function peerModules(peers) {
    if (!existsSync(join(peers, 'node_modules'))) {
        console.log(`NOT RUN: ${peers} is not there: run tests/live/setup`);
        process.exit(notRun);
    }
    return createRequire(resolve(peers, 'package.json'));
}
