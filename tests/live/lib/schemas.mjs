// The published schemas as judges: one object per revision that names the definition of a method
// and validates a value by a definition. Knows nothing of conversations.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
export const modernRevisions = ['2026-07-28'];
export const allRevisions = [...legacyRevisions, ...modernRevisions];

// Results whose name does not follow from the request's name.
const emptyResults = ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

/// Widens what the published JSON lost against its TypeScript source: null and fractions in
/// JSONValue, fractions in what a user entered.
function repair(definitions) {
    const numbers = (node) => {
        if (Array.isArray(node)) return node.forEach(numbers);
        if (node === null || typeof node !== 'object') return;
        if (Array.isArray(node.type) && node.type.includes('integer') && node.type.length > 2)
            node.type = [...node.type, 'number'];
        Object.values(node).forEach(numbers);
    };
    numbers(definitions.ElicitResult?.properties?.content);
    if (definitions.JSONValue) {
        definitions.JSONValue.anyOf.push({ type: ['null', 'number'] });
    }
}

/// The revision `name` from `file`. `validate(definition, value)` gives a list of
/// `{path, message}`.
function revision(name, file, require) {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    const place = document.$defs ? '$defs' : 'definitions';
    const definitions = document[place];
    repair(definitions);
    const Ajv = require(place === 'definitions' ? 'ajv' : 'ajv/dist/2020').default;
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, verbose: false });
    ajv.addSchema({ ...document, $id: name }, name);
    const compiled = new Map();

    const methods = new Map(); // method -> name of the definition
    for (const [definition, schema] of Object.entries(definitions)) {
        const method = schema.properties?.method?.const;
        if (method !== undefined && definition !== 'ClientNotification')
            methods.set(method, definition);
    }
    const union = (which) =>
        new Set((definitions[which]?.anyOf ?? []).map(({ $ref }) => $ref.split('/').at(-1)));
    const sent = {
        client: { request: union('ClientRequest'), notification: union('ClientNotification') },
        server: { request: union('ServerRequest'), notification: union('ServerNotification') },
    };
    // The only notification of a client in the stateless revision, where the union is no union.
    sent.client.notification.add('CancelledNotification');
    // Left out of the unions of the first revision, though its text has them.
    if (definitions.ListResourceTemplatesRequest)
        sent.client.request.add('ListResourceTemplatesRequest');

    return {
        name,
        definitions,
        modern: modernRevisions.includes(name),
        knows: (method) => methods.has(method),
        definitionOf: (method) => methods.get(method),
        /// Whether `side` ("client" or "server") may send `method` as `kind` ("request" …).
        maySend: (side, kind, method) => sent[side][kind].has(methods.get(method)),
        resultOf(method) {
            if (emptyResults.includes(method)) return 'EmptyResult';
            return methods.get(method)?.replace(/Request$/, 'Result');
        },
        validate(definition, value) {
            if (!definitions[definition])
                return [{ path: '', message: `${name} has no ${definition}` }];
            if (!compiled.has(definition)) {
                compiled.set(definition, ajv.compile({ $ref: `${name}#/${place}/${definition}` }));
            }
            const validator = compiled.get(definition);
            if (validator(value)) return [];
            return validator.errors.map(({ instancePath, message, params }) => ({
                path: instancePath,
                message:
                    params?.allowedValue !== undefined
                        ? `${message} ${JSON.stringify(params.allowedValue)}`
                        : message,
            }));
        },
    };
}

/// Every revision by its name. `shared` holds upstream/schema/<revision>/schema.json; ajv is looked
/// for in `peers`, the folder that ./setup fills. Throws when something is not there.
export function loadRevisions(shared, peers) {
    const require = createRequire(resolve(peers, 'package.json'));
    const result = new Map();
    for (const name of allRevisions) {
        const file = join(shared, 'upstream/schema', name, 'schema.json');
        if (!existsSync(file)) throw new Error(`${file} does not exist`);
        result.set(name, revision(name, file, require));
    }
    return result;
}
