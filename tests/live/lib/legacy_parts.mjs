// The parts of the feature script at the legacy revisions, each with a connected client of the
// official TypeScript SDK, 1.x. What is handed to them: `checks`, `revision`, `client`, `wired`,
// `types` (the SDK's schemas), `seen` (what the handlers were asked), `run` (what was listed).
import {
    base64,
    commonTools,
    legacyTools,
    promptText,
    prompts,
    resources,
    schemaProblems,
    simpleTools,
    template,
} from './fixtures.mjs';
import { until } from './checks.mjs';

const notified = (run, method) =>
    run.wired
        .messages()
        .filter(({ from, message }) => from === 'server' && message?.method === method)
        .map(({ message }) => message.params);

export async function lists({ checks, revision, client, types, run }) {
    const raw = (method, cursor) =>
        client.request(
            { method, params: cursor === undefined ? {} : { cursor } },
            types.ResultSchema,
        );
    const walk = async (method, member) => {
        const found = [];
        let cursor;
        for (let page = 0; page < 100; ++page) {
            const result = await raw(method, cursor);
            found.push(...result[member]);
            cursor = result.nextCursor;
            if (cursor === undefined) break;
        }
        checks.check(`PAG-01 ${method} ends with a page without nextCursor`, cursor === undefined);
        return found;
    };
    const tools = await walk('tools/list', 'tools');
    const names = tools.map(({ name }) => name);
    run.names = new Set(names);
    checks.equal('names of tools are unique', new Set(names).size, names.length);
    checks.equal(
        'R224 listing again gives the same tools in the same order',
        (await walk('tools/list', 'tools')).map(({ name }) => name),
        names,
    );
    const wanted = [
        ...commonTools,
        ...legacyTools.filter((name) => !name.includes('elicitation') || revision >= '2025-06-18'),
    ];
    checks.equal(
        'every tool of the contract is listed',
        wanted.filter((name) => !run.names.has(name)),
        [],
    );
    checks.check(
        'TOL-03 every inputSchema is an object schema',
        tools.every(({ inputSchema }) => inputSchema?.type === 'object'),
    );
    checks.check(
        'every tool has a description',
        tools.every(({ description }) => description),
    );
    const deep = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    if (deep)
        checks.equal(
            'TOL-03 a 2020-12 schema comes through unchanged',
            schemaProblems(deep.inputSchema),
            [],
        );
    for (const [method, member] of [
        ['resources/list', 'resources'],
        ['resources/templates/list', 'resourceTemplates'],
        ['prompts/list', 'prompts'],
    ])
        run[member] = await walk(method, member);
    for (const method of [
        'tools/list',
        'resources/list',
        'resources/templates/list',
        'prompts/list',
    ])
        await checks.refused(
            `PAG-05 ${method} refuses a made-up cursor`,
            raw(method, 'bogus'),
            -32602,
        );
}

export async function tools({ checks, revision, client, run }) {
    for (const [name, problem] of Object.entries(simpleTools)) {
        if (!run.names.has(name)) continue;
        const result = await client.callTool({ name });
        checks.equal(`TOL-13 ${name}`, problem(result, revision), '');
    }
    await checks.refused(
        'TOL-05 an unknown tool is a protocol error',
        client.callTool({ name: 'no_such_tool', arguments: {} }),
        -32602,
    );
    if (!run.names.has('test_sampling')) return;
    const wrong = client.callTool({ name: 'test_sampling', arguments: { prompt: 5 } });
    if (revision === '2025-11-25') {
        checks.equal('TOL-06 bad arguments are a result with isError', (await wrong).isError, true);
    } else {
        await checks.refused('TOL-06 bad arguments are a protocol error', wrong, -32602);
    }
}

export async function progress({ checks, client, run, wired }) {
    if (!run.names.has('test_tool_with_progress')) return;
    const reports = () => notified({ wired }, 'notifications/progress');
    const before = reports().length;
    const heard = [];
    const result = await client.callTool({ name: 'test_tool_with_progress' }, undefined, {
        onprogress: (report) => heard.push(report),
    });
    // This SDK loses a report that comes together with the answer; the wire has all of them.
    const sent = reports().slice(before);
    await until(() => heard.length >= 2);
    checks.check('reports arrive at the call that asked', heard.length >= 2, heard);
    checks.equal(
        'PRG-04 progress strictly increases, up to the total',
        sent.map(({ progress, total }) => [progress, total]),
        [0, 50, 100].map((progress) => [progress, 100]),
    );
    checks.equal('the call is answered with text', result.content[0].type, 'text');
    await client.callTool({ name: 'test_tool_with_progress' });
    await client.ping();
    checks.equal(
        'PRG-03 without a token nothing is reported',
        reports().length,
        before + sent.length,
    );
}

export async function logging({ checks, client, run, seen, types }) {
    const level = (value) =>
        client.request(
            { method: 'logging/setLevel', params: { level: value } },
            types.ResultSchema,
        );
    checks.equal('setLevel is answered with an empty result', await level('debug'), {});
    await checks.refused('an unknown level is refused', level('verbose'), -32602);
    if (!run.names.has('test_tool_with_logging')) return;
    await client.callTool({ name: 'test_tool_with_logging' });
    await until(() => seen.logs.length >= 3);
    checks.check(
        'three messages are logged during the call',
        seen.logs.length >= 3 && seen.logs.every((one) => one.level === 'info'),
        seen.logs,
    );
    await level('error');
    const before = seen.logs.length;
    await client.callTool({ name: 'test_tool_with_logging' });
    await client.ping();
    checks.equal('nothing below the level is logged', seen.logs.length, before);
}

export async function completion({ checks, client, types }) {
    const complete = (ref, argument) =>
        client.request(
            { method: 'completion/complete', params: { ref, argument } },
            types.ResultSchema,
        );
    const prompt = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
    const { completion } = await complete(prompt, { name: 'arg1', value: 'test' });
    checks.check(
        'values for an argument of a prompt, at most 100',
        Array.isArray(completion.values) && completion.values.length <= 100,
        completion,
    );
    await checks.refused(
        'completion of an unknown prompt is refused',
        complete({ type: 'ref/prompt', name: 'no_such_prompt' }, { name: 'a', value: '' }),
        -32602,
    );
    await checks.refused(
        'completion of an unknown argument is refused',
        complete(prompt, { name: 'no_such_argument', value: '' }),
        -32602,
    );
}

export async function resourcesPart({ checks, client, run, types }) {
    const listed = run.resources.map(({ uri }) => uri);
    checks.equal(
        'every resource of the contract is listed',
        resources.filter((uri) => !listed.includes(uri)),
        [],
    );
    checks.check(
        'the template is listed',
        run.resourceTemplates.some(({ uriTemplate }) => uriTemplate === template),
        run.resourceTemplates,
    );
    const read = async (uri) => (await client.readResource({ uri })).contents[0];
    checks.equal(
        'a text resource',
        (await read('test://static-text')).text,
        'This is the content of the static text resource.',
    );
    const binary = await read('test://static-binary');
    checks.check(
        'RSC-04 a binary resource is base64',
        base64(binary.blob) &&
            Buffer.from(binary.blob, 'base64').subarray(1, 4).toString() === 'PNG',
        binary,
    );
    checks.equal(
        'a resource of the template',
        JSON.parse((await read('test://template/123/data')).text).id,
        '123',
    );
    const missing = await checks.refused(
        'RSC-03 a missing resource is refused',
        client.readResource({ uri: 'test://no-such-resource' }),
        -32002,
    );
    checks.equal(
        'RSC-03 the refusal names the resource',
        missing?.data?.uri,
        'test://no-such-resource',
    );
    const empty = (method) =>
        client.request({ method, params: { uri: 'test://watched-resource' } }, types.ResultSchema);
    checks.equal('subscribe', await empty('resources/subscribe'), {});
    checks.equal('unsubscribe', await empty('resources/unsubscribe'), {});
}

export async function promptsPart({ checks, client, run }) {
    const listed = run.prompts.map(({ name }) => name);
    checks.equal(
        'every prompt of the contract is listed',
        prompts.filter((name) => !listed.includes(name)),
        [],
    );
    const get = (name, args) => client.getPrompt({ name, arguments: args });
    checks.check('a simple prompt', promptText(await get('test_simple_prompt')));
    checks.equal(
        'a prompt with arguments',
        promptText(await get('test_prompt_with_arguments', { arg1: 'hello', arg2: 'world' })),
        "Prompt with arguments: arg1='hello', arg2='world'",
    );
    const embedded = await get('test_prompt_with_embedded_resource', {
        resourceUri: 'test://example',
    });
    checks.equal(
        'a prompt with a resource',
        embedded.messages[0].content.resource?.uri,
        'test://example',
    );
    const image = await get('test_prompt_with_image');
    checks.check('a prompt with an image', base64(image.messages[0].content.data), image);
    await checks.refused('PRM-02 an unknown prompt is refused', get('no_such_prompt'), -32602);
    await checks.refused(
        'PRM-02 a missing argument is refused',
        get('test_prompt_with_arguments', { arg1: 'x' }),
        -32602,
    );
}

export async function basics({ checks, client, types }) {
    checks.equal('PNG-02 a ping is answered with an empty result', await client.ping(), {});
    const ask = (method, params) => client.request({ method, params }, types.ResultSchema);
    await checks.refused('RPC-10 an unknown method is refused', ask('no/such_method', {}), -32601);
    await checks.refused('missing params are refused', ask('tools/call', {}), -32602);
    await checks.refused(
        'params of the wrong kind are refused',
        ask('resources/read', { uri: 7 }),
        -32602,
    );
}
