// Finds members that only another revision of the protocol defines: the schemas are open, so a
// validator does not object to a `title` at 2024-11-05. Custom members are nobody's and stay.

const openMembers = new Set([
    'arguments',
    'structuredContent',
    'inputSchema',
    'outputSchema',
    'experimental',
    'extensions',
    'requestedSchema',
    'metadata',
    'data',
]);

/// The object schemas that may describe `value`: references followed, unions opened as far as the
/// constants in them do not contradict.
function shapes(revision, schema, value, depth = 0) {
    if (!schema || depth > 12) return [];
    if (schema.$ref) {
        const target = revision.definitions[schema.$ref.split('/').at(-1)];
        return shapes(revision, target, value, depth + 1);
    }
    const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
    if (parts.length !== 0)
        return parts.flatMap((part) => shapes(revision, part, value, depth + 1));
    if (Array.isArray(value)) return schema.items ? [schema] : [];
    if (!schema.properties && !schema.additionalProperties) return [];
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
        if ('const' in member && name in value && value[name] !== member.const) return [];
    }
    return [schema];
}

const members = (found, name) =>
    found.map((shape) => shape.properties?.[name]).filter((schema) => schema !== undefined);

function walk(value, path, here, others, report) {
    if (value === null || typeof value !== 'object') return;
    const mine = here.schemas.flatMap((schema) => shapes(here.revision, schema, value));
    const theirs = others.map(({ revision, schemas }) => ({
        revision,
        schemas: schemas.flatMap((schema) => shapes(revision, schema, value)),
    }));
    if (Array.isArray(value)) {
        const items = (found) => found.map((shape) => shape.items).filter(Boolean);
        value.forEach((item, index) =>
            walk(
                item,
                `${path}/${index}`,
                { revision: here.revision, schemas: items(mine) },
                theirs.map(({ revision, schemas }) => ({ revision, schemas: items(schemas) })),
                report,
            ),
        );
        return;
    }
    if (mine.length === 0) return;
    for (const [name, member] of Object.entries(value)) {
        const known = members(mine, name);
        // The envelope is in the requests of some revisions' schemas and not of others'.
        const envelope = path === '' && (name === 'jsonrpc' || name === 'id');
        if (envelope || name === '_meta') continue;
        if (known.length === 0) {
            const owner = theirs.find(({ schemas }) => members(schemas, name).length !== 0);
            if (owner)
                report(
                    `${path}/${name}`,
                    `is a member of ${owner.revision.name}, not of this revision`,
                );
            continue;
        }
        if (openMembers.has(name)) continue;
        walk(
            member,
            `${path}/${name}`,
            { revision: here.revision, schemas: known },
            theirs.map(({ revision, schemas }) => ({ revision, schemas: members(schemas, name) })),
            report,
        );
    }
}

/// The members of `value`, a `definition` of `revision`, that `revision` lacks and another has.
export function foreignMembers(revisions, revision, definition, value) {
    const found = [];
    const others = [...revisions.values()]
        .filter((other) => other !== revision && other.definitions[definition])
        .map((other) => ({ revision: other, schemas: [other.definitions[definition]] }));
    walk(
        value,
        '',
        { revision, schemas: [revision.definitions[definition]] },
        others,
        (path, message) => found.push({ path, message }),
    );
    return found;
}
