// Splits a byte stream at 0x0A and at nothing else.

export class LineSplitter {
    #rest = [];

    /// Calls `each(text)` for every line that `chunk` completes.
    push(chunk, each) {
        let start = 0;
        for (let end; (end = chunk.indexOf(10, start)) !== -1; start = end + 1) {
            this.#rest.push(chunk.subarray(start, end));
            const line = Buffer.concat(this.#rest);
            this.#rest = [];
            each(line.toString('utf8'));
        }
        if (start < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(start)));
    }

    /// What came after the last line feed.
    get rest() {
        return Buffer.concat(this.#rest).toString('utf8');
    }
}
