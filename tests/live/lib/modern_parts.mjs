// The parts of the feature script at the stateless revision, each with a connected client of the
// official TypeScript SDK, 2.x. What is handed to them: `checks`, `client`, `wired`, `seen` (what
// the handlers were asked), `run` (what was listed), and two ways past the SDK: `raw(method, params)`
// gives the result and adds what every request carries, `bare(method, params, id)` gives the whole
// answer and adds nothing.
import {
    base64,
    commonTools,
    modernTools,
    promptText,
    prompts,
    resources,
    schemaProblems,
    simpleTools,
    template,
} from './fixtures.mjs';
import { until } from './checks.mjs';

const revision = '2026-07-28';
export const prefix = 'io.modelcontextprotocol/';
export const asked = (wired, method) =>
    wired
        .messages()
        .filter(({ from, message }) => from === 'client' && message?.method === method)
        .map(({ message }) => message);
export const said = (wired, method) =>
    wired
        .messages()
        .filter(({ from, message }) => from === 'server' && message?.method === method)
        .map(({ message }) => message);
export const results = (wired) =>
    wired
        .messages()
        .filter(({ from, message }) => from === 'server' && message?.result)
        .map(({ message }) => message.result);

export async function discovery({ checks, client, wired }) {
    const found = client.getDiscoverResult();
    checks.check(
        'R060 discover names the revision',
        found.supportedVersions.includes(revision),
        found,
    );
    checks.equal(
        'R065 R260 what is offered is declared',
        ['tools', 'resources', 'prompts', 'completions'].filter(
            (name) => !(name in found.capabilities),
        ),
        [],
    );
    checks.check(
        'R210 discover carries cache hints',
        Number.isInteger(found.ttlMs) &&
            found.ttlMs >= 0 &&
            ['public', 'private'].includes(found.cacheScope),
        found,
    );
    const info = results(wired)[0]._meta?.[`${prefix}serverInfo`];
    checks.check(
        'the server names itself in the result of discover',
        info?.name && info.version,
        info,
    );
}

export async function admission({ checks, raw, bare }) {
    await raw('tools/list'); // some servers settle on an era with the first request
    const meta = { [`${prefix}protocolVersion`]: revision, [`${prefix}clientCapabilities`]: {} };
    for (const [what, params] of [
        ['_meta', {}],
        ['a version', { _meta: { [`${prefix}clientCapabilities`]: {} } }],
        ['capabilities', { _meta: { [`${prefix}protocolVersion`]: revision } }],
    ]) {
        const { error } = await bare('server/discover', params);
        // Without a version nothing says that the request belongs to this revision.
        checks.check(
            `R042 a request without ${what} is refused`,
            error?.code === -32602 || (what !== 'capabilities' && error?.code < 0),
            error,
        );
    }
    const future = { ...meta, [`${prefix}protocolVersion`]: 'v999.0.0' };
    const { error } = await bare('tools/list', { _meta: future });
    checks.equal('R061 an unknown version has its own error', error?.code, -32022);
    checks.check(
        'R061 the error names what is supported and what was asked',
        error?.data?.supported?.includes(revision) && error.data.requested === 'v999.0.0',
        error,
    );
    checks.check(
        'R043 a client without a name is served',
        (await bare('tools/list', { _meta: meta })).result,
    );
    for (const method of [
        'no/such_method',
        'initialize',
        'ping',
        'logging/setLevel',
        'resources/subscribe',
        'resources/unsubscribe',
    ])
        checks.equal(
            `${method} is no method of this revision`,
            (await bare(method, { _meta: meta })).error?.code,
            -32601,
        );
    for (const id of ['seven', 7, 0, -5, 2 ** 53 - 1, ''])
        checks.equal(
            `R004 the id ${JSON.stringify(id)} comes back as it was`,
            (await bare('server/discover', { _meta: meta }, id)).id,
            id,
        );
    await checks.refused(
        'R268 an unknown tool is a protocol error',
        raw('tools/call', { name: 'no_such_tool', arguments: {} }),
        -32602,
    );
}

export async function lists({ checks, raw, run }) {
    const walk = async (method, member) => {
        const found = [];
        const scopes = new Set();
        let cursor;
        do {
            const result = await raw(method, cursor === undefined ? {} : { cursor });
            found.push(...result[member]);
            checks.check(
                `R018 R210 ${method} is complete and carries cache hints`,
                Number.isInteger(result.ttlMs) && result.ttlMs >= 0,
                result,
            );
            scopes.add(result.cacheScope);
            cursor = result.nextCursor;
        } while (cursor !== undefined);
        checks.equal(`R218 every page of ${method} has the same scope`, scopes.size, 1);
        await checks.refused(
            `R223 ${method} refuses a made-up cursor`,
            raw(method, { cursor: 'bogus' }),
            -32602,
        );
        return found;
    };
    const tools = await walk('tools/list', 'tools');
    run.names = new Set(tools.map(({ name }) => name));
    checks.equal(
        'every tool of the contract is listed',
        [...commonTools, ...modernTools].filter((name) => !run.names.has(name)),
        [],
    );
    checks.equal(
        'names of tools are unique and well formed',
        [...run.names].filter((name) => !/^[A-Za-z0-9_.-]{1,128}$/.test(name)).length +
            tools.length -
            run.names.size,
        0,
    );
    checks.check(
        'R261 every inputSchema is an object schema',
        tools.every(({ inputSchema }) => inputSchema?.type === 'object'),
    );
    const deep = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    if (deep)
        checks.equal(
            'R274 a 2020-12 schema comes through unchanged',
            schemaProblems(deep.inputSchema),
            [],
        );
    checks.equal(
        'R224 listing again gives the same order',
        (await walk('tools/list', 'tools')).map(({ name }) => name),
        [...run.names],
    );
    for (const [method, member] of [
        ['resources/list', 'resources'],
        ['resources/templates/list', 'resourceTemplates'],
        ['prompts/list', 'prompts'],
    ])
        run[member] = await walk(method, member);
}

export async function tools({ checks, client, raw, run, wired }) {
    for (const [name, problem] of Object.entries(simpleTools))
        checks.equal(`R273 ${name}`, problem(await client.callTool({ name }), revision), '');
    const bad = await client
        .callTool({ name: 'slow_compute', arguments: { seconds: 'many' } })
        .catch((error) => error);
    if (run.names.has('slow_compute'))
        checks.equal('R268 bad arguments are a result with isError', bad.isError, true);
    const refusal = await checks.refused(
        'R044 a tool that needs an undeclared capability is refused',
        raw('tools/call', {
            name: 'test_missing_capability',
            _meta: { [`${prefix}clientCapabilities`]: {} },
        }),
        -32021,
    );
    checks.equal('R044 the refusal names the capability', refusal?.data?.requiredCapabilities, {
        sampling: {},
    });
    checks.check(
        'R044 a tool that needs a declared capability runs',
        await client.callTool({ name: 'test_missing_capability' }),
    );
    checks.check(
        'R008 nothing is asked outside of results',
        !wired
            .messages()
            .some(({ from, message }) => from === 'server' && message?.method && 'id' in message),
    );
}

export async function progressAndLogging({ checks, client, raw, seen, wired }) {
    const heard = [];
    await client.callTool(
        { name: 'test_tool_with_progress' },
        { onprogress: (report) => heard.push(report) },
    );
    // This SDK may lose a report that comes together with the answer; the wire has all of them.
    checks.check('reports arrive at the call that asked', heard.length >= 2, heard);
    checks.equal(
        'progress strictly increases, up to the total',
        said(wired, 'notifications/progress').map(({ params }) => [params.progress, params.total]),
        [0, 50, 100].map((progress) => [progress, 100]),
    );
    const before = said(wired, 'notifications/progress').length;
    await raw('tools/call', { name: 'test_tool_with_progress' });
    checks.equal(
        'without a token nothing is reported',
        said(wired, 'notifications/progress').length,
        before,
    );

    const quiet = seen.logs.length;
    await raw('tools/call', { name: 'test_logging_tool' });
    await raw('server/discover', {});
    checks.equal('R250 without a level nothing is logged', seen.logs.length, quiet);
    await raw('tools/call', {
        name: 'test_logging_tool',
        _meta: { [`${prefix}logLevel`]: 'debug' },
    });
    await until(() => seen.logs.length > quiet, 500);
    checks.check(
        'R251 a request with a level gets its log messages',
        seen.logs.length > quiet,
        seen.logs,
    );
    const loud = seen.logs.length;
    await raw('tools/call', {
        name: 'test_logging_tool',
        _meta: { [`${prefix}logLevel`]: 'emergency' },
    });
    await raw('server/discover', {});
    checks.equal('R251 nothing below the level is logged', seen.logs.length, loud);
    await checks.refused(
        'R252 an unknown level is refused',
        raw('tools/call', {
            name: 'test_logging_tool',
            _meta: { [`${prefix}logLevel`]: 'verbose' },
        }),
        -32602,
    );
}

export async function resourcesAndPrompts({ checks, client, raw, run }) {
    const missing = (wanted, listed) => wanted.filter((one) => !listed.includes(one));
    checks.equal(
        'every resource of the contract is listed',
        missing(
            resources.slice(0, 2),
            run.resources.map(({ uri }) => uri),
        ),
        [],
    );
    checks.check(
        'the template is listed',
        run.resourceTemplates.some(({ uriTemplate }) => uriTemplate === template),
    );
    const read = async (uri) => (await client.readResource({ uri })).contents[0];
    checks.equal(
        'R273 a text resource',
        (await read('test://static-text')).text,
        'This is the content of the static text resource.',
    );
    checks.check(
        'R273 a binary resource is base64',
        base64((await read('test://static-binary')).blob),
    );
    checks.equal(
        'a resource of the template',
        JSON.parse((await read('test://template/123/data')).text).id,
        '123',
    );
    const refusal = await checks.refused(
        'R014 R280 a missing resource is refused',
        raw('resources/read', { uri: 'test://no-such-resource' }),
        -32602,
    );
    checks.equal(
        'R280 the refusal names the resource',
        refusal?.data?.uri,
        'test://no-such-resource',
    );

    checks.equal(
        'every prompt of the contract is listed',
        missing(
            prompts,
            run.prompts.map(({ name }) => name),
        ),
        [],
    );
    checks.equal(
        'R291 a prompt with arguments',
        promptText(
            await client.getPrompt({
                name: 'test_prompt_with_arguments',
                arguments: { arg1: 'hello', arg2: 'world' },
            }),
        ),
        "Prompt with arguments: arg1='hello', arg2='world'",
    );
    checks.check(
        'R273 a prompt with an image',
        base64(
            (await client.getPrompt({ name: 'test_prompt_with_image' })).messages[0].content.data,
        ),
    );
    await checks.refused(
        'R290 an unknown prompt is refused',
        raw('prompts/get', { name: 'no_such_prompt' }),
        -32602,
    );
    await checks.refused(
        'R290 a missing argument is refused',
        raw('prompts/get', { name: 'test_prompt_with_arguments', arguments: { arg1: 'x' } }),
        -32602,
    );
    const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
        argument: { name: 'arg1', value: 'test' },
    });
    checks.check(
        'at most 100 completions',
        Array.isArray(completion.values) && completion.values.length <= 100,
    );
}
