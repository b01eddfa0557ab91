// The features of server_sdk2.mjs as data and plain functions: tools, resources, prompts. Knows the
// SDK only through the `sdk` that is handed in (its input_required builder).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { png, wav } from './fixtures.mjs';
import { here } from './options.mjs';

const nothing = { type: 'object', additionalProperties: false };
const strings = (...names) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
});
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const image = { type: 'image', data: png, mimeType: 'image/png' };
const embedded = (uri, mimeType, value) => ({
    type: 'resource',
    resource: { uri, mimeType, text: value },
});
const sleep = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, milliseconds);
        signal?.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(new Error('stopped'));
        });
    });
const nameForm = {
    message: 'What is your name?',
    requestedSchema: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
    },
};
const colorForm = {
    message: 'Which colour?',
    requestedSchema: {
        type: 'object',
        properties: { color: { type: 'string' } },
        required: ['color'],
    },
};
const okForm = {
    message: 'Go on?',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
};
const question = {
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    maxTokens: 100,
};
const declared = (ctx) => ctx.mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'];
const accepted = (answer) => (answer?.action === 'accept' ? answer.content : undefined);

async function report(ctx) {
    const token = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
        if (token !== undefined) {
            await ctx.mcpReq.notify({
                method: 'notifications/progress',
                params: { progressToken: token, progress, total: 100 },
            });
        }
        await sleep(50, ctx.mcpReq.signal);
    }
    return text('done');
}

/// Everything that can be called: a list of {declaration, call(args, ctx)}.
/// `sdk` is the SDK's module, `server()` the running server, `state` mints requestState.
export function makeTools(sdk, server, state) {
    const { inputRequired } = sdk;
    const answers = (ctx) => ctx.mcpReq.inputResponses ?? {};
    const ask = (inputRequests, requestState) => inputRequired({ inputRequests, requestState });
    const elicit = (form) => inputRequired.elicit({ mode: 'form', ...form });
    const once = (key, request, say) => (args, ctx) => {
        const answer = answers(ctx)[key];
        return answer === undefined ? ask({ [key]: request() }) : text(say(answer));
    };
    const tools = {
        test_simple_text: () => text('This is a simple text response for testing.'),
        test_image_content: () => ({ content: [image] }),
        test_audio_content: () => ({
            content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
        }),
        test_embedded_resource: () => ({
            content: [
                embedded(
                    'test://embedded-resource',
                    'text/plain',
                    'This is an embedded resource content.',
                ),
            ],
        }),
        test_multiple_content_types: () => ({
            content: [
                ...text('Multiple content types test:').content,
                image,
                embedded(
                    'test://mixed-content-resource',
                    'application/json',
                    '{"test":"data","value":123}',
                ),
            ],
        }),
        test_error_handling: () => ({
            ...text('This tool intentionally returns an error for testing'),
            isError: true,
        }),
        test_tool_with_progress: (args, ctx) => report(ctx),
        json_schema_2020_12_tool: () => text('{}'),

        test_tool_with_logging: async (args, ctx) => {
            for (const step of [
                'Tool execution started',
                'Tool processing data',
                'Tool execution completed',
            ]) {
                await ctx.mcpReq.log('info', step);
                await sleep(20);
            }
            return text('logged');
        },
        test_sampling: async ({ prompt }, ctx) => {
            const answer = await ctx.mcpReq.requestSampling({
                messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
                maxTokens: 100,
            });
            return text(`LLM response: ${answer.content.text}`);
        },
        test_elicitation: async ({ message }, ctx) => {
            const answer = await ctx.mcpReq.elicitInput({
                message,
                requestedSchema: strings('username', 'email'),
            });
            return text(`User response: ${JSON.stringify(answer)}`);
        },
        test_elicitation_sep1034_defaults: async (args, ctx) => {
            const answer = await ctx.mcpReq.elicitInput({
                message: 'Defaults',
                requestedSchema: {
                    type: 'object',
                    required: [],
                    properties: {
                        name: { type: 'string', default: 'John Doe' },
                        age: { type: 'integer', default: 30 },
                        score: { type: 'number', default: 95.5 },
                        status: {
                            type: 'string',
                            enum: ['active', 'inactive', 'pending'],
                            default: 'active',
                        },
                        verified: { type: 'boolean', default: true },
                    },
                },
            });
            return text(
                `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`,
            );
        },
        test_elicitation_sep1330_enums: async (args, ctx) => {
            const titled = [
                { const: 'a', title: 'A' },
                { const: 'b', title: 'B' },
            ];
            const answer = await ctx.mcpReq.elicitInput({
                message: 'Enumerations',
                requestedSchema: {
                    type: 'object',
                    properties: {
                        untitledSingle: { type: 'string', enum: ['a', 'b'] },
                        titledSingle: { type: 'string', oneOf: titled },
                        legacyEnum: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
                        untitledMulti: {
                            type: 'array',
                            items: { type: 'string', enum: ['a', 'b'] },
                        },
                        titledMulti: { type: 'array', items: { anyOf: titled } },
                    },
                },
            });
            return text(`Elicitation completed: ${JSON.stringify(answer)}`);
        },

        test_missing_capability: (args, ctx) => {
            if (!declared(ctx)?.sampling) {
                throw new sdk.ProtocolError(-32021, 'Missing required client capability', {
                    requiredCapabilities: { sampling: {} },
                });
            }
            return text('sampling is there');
        },
        test_streaming_elicitation: () => text('nothing was asked'),
        test_logging_tool: async (args, ctx) => {
            await ctx.mcpReq.log('info', 'a message', 'test');
            return text('logged');
        },
        test_trigger_tool_change: async () => (
            await server().sendToolListChanged(),
            text('changed')
        ),
        test_trigger_prompt_change: async () => (
            await server().sendPromptListChanged(),
            text('changed')
        ),
        test_input_required_result_elicitation: once(
            'user_name',
            () => elicit(nameForm),
            (answer) => `Hello, ${accepted(answer)?.name ?? 'nobody'}!`,
        ),
        test_input_required_result_sampling: once(
            'capital_question',
            () => inputRequired.createMessage(question),
            (answer) => `The model says: ${answer.content?.text}`,
        ),
        test_input_required_result_list_roots: once(
            'client_roots',
            () => inputRequired.listRoots(),
            (answer) => `Roots: ${answer.roots?.map(({ uri }) => uri).join(' ')}`,
        ),
        test_input_required_result_request_state: async (args, ctx) => {
            if (answers(ctx).confirm === undefined)
                return ask({ confirm: elicit(okForm) }, await state.mint({ step: 'confirm' }, ctx));
            return text(ctx.mcpReq.requestState()?.step === 'confirm' ? 'state-ok' : 'state-lost');
        },
        test_input_required_result_multiple_inputs: async (args, ctx) => {
            const { user_name, greeting, client_roots } = answers(ctx);
            if (user_name && greeting && client_roots)
                return text(
                    `${accepted(user_name)?.name}, ${greeting.content?.text}, ${client_roots.roots.length} roots`,
                );
            return ask(
                {
                    user_name: elicit(nameForm),
                    greeting: inputRequired.createMessage(question),
                    client_roots: inputRequired.listRoots(),
                },
                await state.mint({ step: 'all' }, ctx),
            );
        },
        test_input_required_result_multi_round: async (args, ctx) => {
            const { step, first } = ctx.mcpReq.requestState() ?? {};
            const { step1, step2 } = answers(ctx);
            if (step === 'two' && step2) return text(`${first} then ${accepted(step2)?.color}`);
            if (step === 'one' && step1)
                return ask(
                    { step2: elicit(colorForm) },
                    await state.mint({ step: 'two', first: accepted(step1)?.name }, ctx),
                );
            return ask({ step1: elicit(nameForm) }, await state.mint({ step: 'one' }, ctx));
        },
        test_input_required_result_tampered_state: async (args, ctx) =>
            answers(ctx).confirm === undefined
                ? ask({ confirm: elicit(okForm) }, await state.mint({ step: 'tamper' }, ctx))
                : text('state-ok'),
        test_input_required_result_capabilities: (args, ctx) => {
            if (Object.keys(answers(ctx)).length !== 0) return text('answered');
            const capabilities = declared(ctx) ?? {};
            const requests = {};
            if (capabilities.sampling)
                requests.capital_question = inputRequired.createMessage(question);
            if (capabilities.elicitation) requests.user_name = elicit(nameForm);
            return Object.keys(requests).length ? ask(requests) : text('nothing can be asked');
        },

        // Beyond the contract, for our client. Over HTTP the first one must be left out of the list.
        bad_header: () => text('called'),
        slow_compute: async ({ seconds }, ctx) => {
            await sleep(seconds * 1000, ctx.mcpReq.signal);
            return text(`computed for ${seconds} s`);
        },
        structured: () => ({ ...text('{"celsius":21.5}'), structuredContent: { celsius: 21.5 } }),
        structured_wrong: () => ({
            ...text('{"celsius":"warm"}'),
            structuredContent: { celsius: 'warm' },
        }),
        again: async (args, ctx) =>
            ctx.mcpReq.requestState() === undefined
                ? inputRequired({ requestState: await state.mint({ round: 2 }, ctx) })
                : text('at last'),
        never_enough: async (args, ctx) => ask({ more: elicit(okForm) }, await state.mint({}, ctx)),
        open_page: once(
            'page',
            () =>
                inputRequired.elicitUrl({
                    message: 'Please sign in',
                    url: 'https://example.org/sign-in?ticket=1',
                }),
            (answer) => `page: ${answer.action}`,
        ),
    };
    const schemas = {
        bad_header: {
            type: 'object',
            properties: { region: { type: 'string', 'x-mcp-header': 'not a token' } },
        },
        test_sampling: strings('prompt'),
        test_elicitation: strings('message'),
        json_schema_2020_12_tool: JSON.parse(
            readFileSync(join(here, 'lib/schema_2020_12.json'), 'utf8'),
        ),
        slow_compute: {
            type: 'object',
            properties: { seconds: { type: 'number' }, label: { type: 'string' } },
            required: ['seconds'],
        },
    };
    const output = {
        type: 'object',
        properties: { celsius: { type: 'number' } },
        required: ['celsius'],
    };
    const outputs = { structured: output, structured_wrong: output };
    return Object.entries(tools).map(([name, call]) => ({
        declaration: {
            name,
            description: `Fixture ${name}`,
            inputSchema: schemas[name] ?? nothing,
            ...(outputs[name] ? { outputSchema: outputs[name] } : {}),
        },
        call,
    }));
}

export const resourceList = [
    { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
    { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
    { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
];
export const templateList = [
    { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
];

/// The contents of a resource, or undefined.
export function readResource(uri) {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id) {
        const value = { id, templateTest: true, data: `Data for ID: ${id}` };
        return { uri, mimeType: 'application/json', text: JSON.stringify(value) };
    }
    return {
        'test://static-text': {
            uri,
            mimeType: 'text/plain',
            text: 'This is the content of the static text resource.',
        },
        'test://static-binary': { uri, mimeType: 'image/png', blob: png },
        'test://watched-resource': { uri, mimeType: 'text/plain', text: 'watched' },
    }[uri];
}

const user = (content) => ({ role: 'user', content });

/// The prompts; `get(args, ctx)` gives messages or asks for input.
export function makePrompts(sdk) {
    const required = (...names) => names.map((name) => ({ name, required: true }));
    return [
        {
            name: 'test_simple_prompt',
            get: () => [user({ type: 'text', text: 'A simple prompt for testing.' })],
        },
        {
            name: 'test_prompt_with_arguments',
            arguments: required('arg1', 'arg2'),
            get: ({ arg1, arg2 }) => [
                user({
                    type: 'text',
                    text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
                }),
            ],
        },
        {
            name: 'test_prompt_with_embedded_resource',
            arguments: required('resourceUri'),
            get: ({ resourceUri }) => [
                user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
                user({ type: 'text', text: 'Please process the resource.' }),
            ],
        },
        {
            name: 'test_prompt_with_image',
            get: () => [user(image), user({ type: 'text', text: 'Please look at it.' })],
        },
        {
            name: 'test_input_required_result_prompt',
            get: (args, ctx) => {
                const answer = ctx.mcpReq.inputResponses?.user_context;
                if (answer === undefined)
                    return sdk.inputRequired({
                        inputRequests: {
                            user_context: sdk.inputRequired.elicit({ mode: 'form', ...nameForm }),
                        },
                    });
                return [user({ type: 'text', text: `For ${accepted(answer)?.name}` })];
            },
        },
    ];
}
