// Random documents that a JSON Schema allows. Knows the keywords that the published schemas use and
// refuses any other, so that none is passed over. Builds text, not values: numbers, strings and
// spaces come in every spelling.
import { Random } from './random.mjs';

const ignored = new Set(['description', 'format', 'title', '$schema', 'default']);
const known = new Set([
    '$ref',
    'type',
    'properties',
    'required',
    'additionalProperties',
    'propertyNames',
    'items',
    'enum',
    'const',
    'anyOf',
    'allOf',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'not',
]);
const deepest = 5;

/// A number by its spelling, so that 3, 3.0 and 30e-1 are three.
class Numeral {
    constructor(text) {
        this.text = text;
    }
}

/// An object: names to values, in order. A Map, as `__proto__` is a name like any other.
const members = () => new Map();

export class Generator {
    /// `root`: the document; `names`: what other revisions call members, good names for unknown
    /// ones.
    constructor(root, names) {
        this.root = root;
        this.names = names.filter((name) => !namesInAlternatives(root).has(name));
    }

    /// `{text, alternative}`: the document, and the definition that was chosen for it, or for its
    /// `result`.
    make(schema, random) {
        this.random = random;
        this.alternative = '';
        this.fullness = random.below(5) / 4;
        const value = this.value(schema, 0, '');
        return { text: this.spell(value), alternative: this.alternative };
    }

    resolve(reference) {
        return reference
            .split('/')
            .slice(1)
            .reduce((at, name) => at[name], this.root);
    }

    value(schema, depth, path) {
        for (const keyword of Object.keys(schema)) {
            if (!known.has(keyword) && !ignored.has(keyword))
                throw new Error(`keyword ${keyword}: not known here`);
        }
        if ('not' in schema) throw new Error('"not" is only known as additionalProperties');
        if ('$ref' in schema) {
            if (path === '' || path === '/result')
                this.alternative ||= schema.$ref.split('/').pop();
            return this.value(this.resolve(schema.$ref), depth, path);
        }
        if ('const' in schema) return this.constant(schema.const);
        if ('enum' in schema) return this.constant(this.random.pick(schema.enum));
        if ('anyOf' in schema) return this.value(this.choose(schema.anyOf, depth), depth, path);
        if ('allOf' in schema) {
            // The later ones say more; what they share is theirs.
            const parts = schema.allOf.map((part) => this.value(part, depth, path));
            return new Map(parts.flatMap((part) => [...part]));
        }
        const type = Array.isArray(schema.type) ? this.random.pick(schema.type) : schema.type;
        switch (type) {
            case undefined:
                return this.anything(depth);
            case 'null':
                return null;
            case 'boolean':
                return this.random.coin();
            case 'string':
                return this.random.text();
            case 'integer':
                return this.integer(schema);
            case 'number':
                return this.number(schema);
            case 'array':
                return this.array(schema, depth, path);
            case 'object':
                return this.object(schema, depth, path);
            default:
                throw new Error(`type ${type}: not known here`);
        }
    }

    constant(value) {
        return typeof value === 'number' ? this.spelledInteger(value) : value;
    }

    choose(alternatives, depth) {
        // Deep down the alternative without a reference ends sooner.
        const short =
            depth > deepest ? alternatives.filter((a) => !('$ref' in a) && a.type !== 'array') : [];
        return this.random.pick(short.length > 0 ? short : alternatives);
    }

    integer({ minimum = -9007199254740991, maximum = 9007199254740991 }) {
        const random = this.random;
        let value = random.below(1000);
        if (random.onceIn(3))
            value = random.pick([0, 1, -1, 100, 4294967296, -2147483648, minimum, maximum]);
        if (random.onceIn(3)) value = Math.trunc((random.part() - 0.5) * 2 ** random.below(54));
        return this.spelledInteger(Math.min(Math.max(value, minimum), maximum));
    }

    spelledInteger(value) {
        const digits = String(value);
        switch (this.random.below(10)) {
            case 0:
                return new Numeral(`${digits}.0`);
            case 1:
                return new Numeral(`${digits}e0`);
            case 2:
                return new Numeral(
                    digits.replace(/0+$/, (zeros) =>
                        zeros === digits ? '0' : `E+${zeros.length}`,
                    ),
                );
            case 3:
                return new Numeral(value === 0 ? '-0' : `${digits}0e-1`);
            default:
                return new Numeral(digits);
        }
    }

    number({ minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE }) {
        const random = this.random;
        if (random.onceIn(3)) {
            return this.integer({
                minimum: Math.max(minimum, -(2 ** 53)),
                maximum: Math.min(maximum, 2 ** 53),
            });
        }
        const fits = (text) => Number(text) >= minimum && Number(text) <= maximum;
        const odd = [
            '0.5',
            '-0.0',
            '1e-7',
            '2.5E-07',
            '5e-324',
            '1.7976931348623157e308',
            '-1e21',
            '0.1000',
            '1E22',
            '123456789012345678',
            '9007199254740993',
            '0.30000000000000004',
            '3.141592653589793238462643',
        ];
        const text = random.onceIn(3)
            ? random.pick(odd)
            : String((random.part() - 0.5) * 10 ** (random.below(40) - 20));
        return new Numeral(
            fits(text) ? text : String(minimum + (maximum - minimum) * random.part()),
        );
    }

    array({ items = {}, minItems = 0, maxItems = Infinity }, depth, path) {
        let count = depth > deepest ? 0 : this.random.below(4);
        if (this.random.onceIn(20)) count = this.random.below(12);
        if (maxItems < 1000 && this.random.onceIn(30)) count = maxItems;
        count = Math.min(Math.max(count, minItems), maxItems);
        return Array.from({ length: count }, () => this.value(items, depth + 1, `${path}[]`));
    }

    object(schema, depth, path) {
        const { properties = {}, required = [], additionalProperties: extra = {} } = schema;
        const result = members();
        const add = () => {
            for (let i = this.random.below(3); i > 0; --i)
                this.addUnknown(result, properties, extra, depth);
        };
        if (this.random.onceIn(3)) add();
        const names = Object.keys(properties);
        if (this.random.coin()) names.sort(() => this.random.part() - 0.5);
        for (const name of names) {
            const wanted = depth <= deepest && this.random.part() < this.fullness;
            if (!required.includes(name) && !wanted) continue;
            result.set(name, this.value(properties[name], depth + 1, `${path}/${name}`));
        }
        for (const name of required)
            if (!result.has(name)) result.set(name, this.anything(depth + 1));
        if (names.length === 0 || this.random.onceIn(3)) add();
        return result;
    }

    addUnknown(result, properties, extra, depth) {
        if (extra === false || (extra !== true && 'not' in extra)) return;
        const random = this.random;
        let name = random.coin() ? random.word() : random.text();
        if (random.onceIn(4) && this.names.length !== 0) name = random.pick(this.names);
        if (random.onceIn(40)) name = random.pick(['__proto__', 'constructor', 'hasOwnProperty']);
        if (name in properties || result.has(name)) return;
        const free = extra === true || Object.keys(extra).length === 0;
        result.set(name, free ? this.anything(depth + 1) : this.value(extra, depth + 1, '/*'));
    }

    anything(depth) {
        const random = this.random;
        switch (random.below(depth > deepest ? 5 : 7)) {
            case 0:
                return null;
            case 1:
                return random.coin();
            case 2:
                return random.text();
            case 3:
                return this.number({});
            case 4:
                return this.integer({});
            case 5:
                return this.array({}, depth);
            default:
                return this.object({}, depth);
        }
    }

    // ---- text ----

    spell(value) {
        const space = () =>
            this.random.onceIn(30) ? this.random.pick([' ', '  ', '\r', ' \r ']) : '';
        const list = (parts, open, close) =>
            `${open}${space()}${parts.join(`${space()},${space()}`)}${close}`;
        if (value instanceof Numeral) return value.text;
        if (typeof value === 'string') return this.spellText(value);
        if (Array.isArray(value))
            return list(
                value.map((each) => this.spell(each)),
                '[',
                ']',
            );
        if (value instanceof Map) {
            const parts = [...value].map(
                ([name, each]) => `${this.spellText(name)}${space()}:${space()}${this.spell(each)}`,
            );
            return list(parts, '{', '}');
        }
        return JSON.stringify(value);
    }

    spellText(text) {
        const plain = JSON.stringify(text);
        if (!this.random.onceIn(6)) return plain;
        const escaped = (unit) => `\\u${unit.toString(16).padStart(4, '0')}`;
        const spelled = [...text].map((c) => {
            if (!this.random.onceIn(3)) return JSON.stringify(c).slice(1, -1);
            return Array.from({ length: c.length }, (_, i) => escaped(c.charCodeAt(i))).join('');
        });
        return `"${spelled.join('')}"`;
    }
}

/// Every member name of a document, wherever it is.
export function memberNames(schema, names = new Set()) {
    if (Array.isArray(schema)) {
        for (const each of schema) memberNames(each, names);
    } else if (schema !== null && typeof schema === 'object') {
        if (schema.properties) for (const name of Object.keys(schema.properties)) names.add(name);
        for (const each of Object.values(schema)) memberNames(each, names);
    }
    return names;
}

/// The member names of alternatives, and of the parts of one whole: an unknown member of such a
/// name could make a document another alternative's, or break another part. `_meta` and what is in
/// it mean the same everywhere, also where a revision does not list it.
function namesInAlternatives(root) {
    const names = new Set(['_meta', 'progressToken']);
    const seen = new Set();
    const follow = (schema, inside) => {
        if (Array.isArray(schema)) return schema.forEach((each) => follow(each, inside));
        if (schema === null || typeof schema !== 'object') return undefined;
        if (inside) {
            if (seen.has(schema)) return undefined;
            seen.add(schema);
            if (schema.properties)
                for (const name of Object.keys(schema.properties)) names.add(name);
            if (schema.$ref)
                follow(
                    schema.$ref
                        .split('/')
                        .slice(1)
                        .reduce((at, name) => at[name], root),
                    true,
                );
        }
        for (const [keyword, each] of Object.entries(schema)) {
            // A member written in place may tell by its own members; what has a name of its own
            // tells nothing more.
            const inPlace =
                inside && (keyword === 'properties' || keyword === 'items') && !('$ref' in each);
            if (keyword === 'properties')
                Object.values(each).forEach((one) => follow(one, inPlace && !('$ref' in one)));
            else follow(each, keyword === 'anyOf' || keyword === 'allOf' || inPlace);
        }
        return undefined;
    };
    follow(root, false);
    return names;
}
