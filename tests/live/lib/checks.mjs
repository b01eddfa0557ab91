// One line per check, a summary, and an exit status. The name of a check starts with the ids of the
// requirements that it covers; tests/requirements/count reads them here as it does in unit tests.
import { isDeepStrictEqual } from 'node:util';

export class Checks {
    #passed = 0;
    #failed = 0;
    #excused = 0;
    #known;
    #context = '';
    #watchdog;

    /// Ends the whole program as failed after `seconds`. Checks whose name starts with one of the
    /// words of `known` may fail: it is known that this peer does otherwise.
    constructor(seconds = 120, known = '') {
        this.#known = known.split(',').filter(Boolean);
        this.#watchdog = setTimeout(() => {
            console.log(`FAIL ${this.#context}: not finished after ${seconds} s`);
            process.exit(1);
        }, seconds * 1000);
    }

    /// What is said before each name, such as the revision.
    context(text) {
        this.#context = text;
    }

    check(name, condition, detail) {
        const excused = !condition && this.#known.some((word) => name.startsWith(word));
        if (condition) this.#passed += 1;
        else if (excused) this.#excused += 1;
        else this.#failed += 1;
        const tail = condition || detail === undefined ? '' : `: ${show(detail)}`;
        const verdict = condition ? 'ok  ' : excused ? 'known' : 'FAIL';
        console.log(`${verdict} ${this.#context}: ${name}${tail}`);
        return Boolean(condition);
    }

    equal(name, actual, expected) {
        return this.check(name, isDeepStrictEqual(actual, expected), { actual, expected });
    }

    /// `promise` must fail with an error that has `code`, one of several, or any.
    async refused(name, promise, codes = []) {
        try {
            const value = await promise;
            return this.check(name, false, { answered: value });
        } catch (error) {
            const wanted = [codes].flat();
            const fits = wanted.length === 0 || wanted.includes(error.code);
            this.check(name, fits, `${error.code}: ${error.message}`);
            return error;
        }
    }

    /// Runs one part of a script; what it throws is a failed check and the next part goes on.
    async part(name, run) {
        try {
            return await run();
        } catch (error) {
            this.check(`${name} runs to its end`, false, error.stack ?? error);
        }
    }

    /// Prints the summary and ends the program.
    finish() {
        clearTimeout(this.#watchdog);
        const excused = this.#excused ? `, ${this.#excused} known of this peer` : '';
        console.log(`${this.#passed} checks passed, ${this.#failed} failed${excused}`);
        process.exit(this.#failed === 0 && this.#passed !== 0 ? 0 : 1);
    }
}

function show(value) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text === undefined ? 'undefined' : text.slice(0, 600);
}

/// Resolves once `done()` is true; gives up quietly after `milliseconds`.
export async function until(done, milliseconds = 2000) {
    const end = Date.now() + milliseconds;
    while (!done() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
    return done();
}
