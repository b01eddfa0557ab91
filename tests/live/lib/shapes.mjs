// The shapes of tests/described for clients: documents of each, and documents that its schema
// refuses.
import { execFileSync } from 'node:child_process';

const every = (test) => (value) =>
    value !== null && typeof value === 'object'
        ? Object.values(value).every(every(test))
        : typeof value !== 'number' || test(value);
/// Numbers are doubles here: others would be sent as their neighbours, and those at the end of a
/// C++ type as ones that it does not have.
const exact = every((number) => !Number.isInteger(number) || Number.isSafeInteger(number));
const within = every((number) => ![2 ** 63, 2 ** 64].includes(Math.abs(number)));

const isObject = (value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value);

/// By the name of the shape: `{schema, values, wrong}`, objects all. `program` is emit_shapes.
export function shapesOf(program, count = 10) {
    const lines = execFileSync(program, [String(count)], { encoding: 'utf8', maxBuffer: 1e9 });
    const shapes = new Map();
    for (const line of lines.split('\n').filter(Boolean)) {
        const { shape, schema, document, is_value, accepted } = JSON.parse(line);
        if (schema) shapes.set(shape, { schema, values: [], wrong: [] });
        else if (is_value) shapes.get(shape).values.push(document);
        else if (!accepted && isObject(document)) shapes.get(shape).wrong.push(document);
    }
    for (const shape of shapes.values()) {
        const safe = shape.values.filter(exact);
        shape.values = safe.length === 0 ? shape.values.filter(within) : safe;
        shape.wrong = shape.wrong.filter(exact);
        // Those that go wrong deeper inside say more about a validator.
        shape.wrong.sort((a, b) => Object.keys(b).length - Object.keys(a).length);
    }
    return shapes;
}
