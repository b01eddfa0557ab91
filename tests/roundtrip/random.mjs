// Random numbers and texts for documents; the same seed gives the same sequence.

export class Random {
    constructor(seed, what = '') {
        this.state = seed >>> 0;
        for (const c of what)
            this.state = Math.imul(this.state ^ c.codePointAt(0), 0x9e3779b1) >>> 0;
    }
    /// From 0 to 1.
    part() {
        this.state = (this.state + 0x6d2b79f5) >>> 0;
        let t = this.state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    }
    below(count) {
        return Math.floor(this.part() * count);
    }
    onceIn(n) {
        return this.below(n) === 0;
    }
    coin() {
        return this.part() < 0.5;
    }
    pick(items) {
        return items[this.below(items.length)];
    }

    /// A few characters.
    word() {
        const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789';
        let text = this.onceIn(4) ? this.character() : '';
        for (let i = this.below(6) + 2; i > 0; --i) text += letters[this.below(letters.length)];
        return text;
    }
    character() {
        switch (this.below(7)) {
            case 0:
                return this.pick(oddTexts);
            case 1:
                return String.fromCodePoint(this.below(0x80));
            case 2:
                return String.fromCodePoint(0x80 + this.below(0x780));
            case 3: {
                const c = 0x800 + this.below(0xf800);
                return String.fromCodePoint(c >= 0xd800 && c < 0xe000 ? c - 0x1000 : c);
            }
            case 4:
                return String.fromCodePoint(0x10000 + this.below(0x100000));
            default:
                return String.fromCodePoint(0x20 + this.below(95));
        }
    }
    text() {
        let length = this.below(10);
        if (this.onceIn(40)) length = this.below(200);
        if (this.onceIn(4000)) length = this.below(5000);
        const plain = this.coin();
        let text = '';
        for (let i = 0; i < length; ++i)
            text += plain ? String.fromCodePoint(0x20 + this.below(95)) : this.character();
        return text;
    }
}

const oddTexts = [
    '',
    '"',
    '\\',
    '\\u0041',
    '/',
    '</script>',
    '{"a":1}',
    'null',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\x1f',
    '\x7f',
    '\x80',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ufffd',
    '\uffff',
    '\ud7ff',
    '\ue000',
    '\u{10000}',
    '\u{10ffff}',
    'e\u0301',
    '\u{1f469}\u200d\u{1f4bb}',
    '\u05e9\u05dc\u05d5\u05dd',
];
