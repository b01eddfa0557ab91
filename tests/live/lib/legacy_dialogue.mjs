// The parts of the feature script at the legacy revisions in which the server asks, or is stopped.
// As legacy_parts.mjs.
import { entered, enumProblems, modelSays } from './fixtures.mjs';
import { until } from './checks.mjs';

export async function input({ checks, revision, client, run, seen }) {
    const call = async (name, args = {}) =>
        (await client.callTool({ name, arguments: args })).content[0].text;
    if (run.names.has('test_sampling')) {
        checks.equal(
            'SMP-16 a tool asks the model of the client',
            await call('test_sampling', { prompt: 'How many?' }),
            `LLM response: ${modelSays}`,
        );
        const { messages, maxTokens } = seen.sampling.at(-1);
        checks.equal(
            'the prompt and the limit arrive',
            [messages[0].content.text, maxTokens > 0],
            ['How many?', true],
        );
    }
    if (run.names.has('test_input_required_result_list_roots')) {
        await client.callTool({ name: 'test_input_required_result_list_roots' });
        checks.check('a tool lists the roots of the client', seen.rootsListed > 0);
    }
    if (revision < '2025-06-18') {
        checks.equal('nothing is elicited before 2025-06-18', seen.elicited.length, 0);
        return;
    }
    if (run.names.has('test_elicitation')) {
        seen.answer = { action: 'accept', content: entered };
        const text = await call('test_elicitation', { message: 'Who?' });
        checks.check(
            'what the user entered arrives',
            text.startsWith('User response:') &&
                text.includes('accept') &&
                text.includes(entered.email),
            text,
        );
        checks.equal('the message arrives', seen.elicited.at(-1)?.message, 'Who?');
        for (const action of ['decline', 'cancel']) {
            seen.answer = { action };
            const refused = await client.callTool({
                name: 'test_elicitation',
                arguments: { message: 'Who?' },
            });
            checks.check(
                `the tool copes with ${action}`,
                refused.isError || refused.content[0].text.includes(action),
                refused,
            );
        }
    }
    if (revision !== '2025-11-25') return;
    if (run.names.has('test_elicitation_sep1034_defaults')) {
        seen.answer = { action: 'accept', content: {} };
        await client.callTool({ name: 'test_elicitation_sep1034_defaults' });
        const { name, age, score, status, verified } =
            seen.elicited.at(-1).requestedSchema.properties;
        checks.equal(
            'the defaults arrive',
            [name, age, score, status, verified].map((one) => one.default),
            ['John Doe', 30, 95.5, 'active', true],
        );
    }
    if (run.names.has('test_elicitation_sep1330_enums')) {
        await client.callTool({ name: 'test_elicitation_sep1330_enums' });
        checks.equal(
            'the five shapes of enumerations arrive',
            enumProblems(seen.elicited.at(-1).requestedSchema.properties),
            [],
        );
    }
}

export async function cancellation({ checks, client, run, wired }) {
    const slow = run.names.has('slow_compute')
        ? { name: 'slow_compute', arguments: { seconds: 1, label: 'cancelled' } }
        : { name: 'test_tool_with_progress' };
    if (!run.names.has(slow.name)) return;
    const stop = new AbortController();
    const calls = () =>
        wired
            .messages()
            .filter(({ from, message }) => from === 'client' && message?.method === 'tools/call');
    const before = calls().length;
    const call = client.callTool(slow, undefined, { signal: stop.signal });
    await until(() => calls().length > before);
    const { id } = calls().at(-1).message;
    setTimeout(() => stop.abort('no longer wanted'), 20);
    await checks.refused('CAN-04 the cancelled call fails here', call);
    await until(() => false, slow.arguments ? 1300 : 300);
    await client.ping();
    checks.check(
        'CAN-04 a cancelled request is not answered',
        !wired
            .messages()
            .some(
                ({ from, message }) => from === 'server' && message?.id === id && !message.method,
            ),
    );
    const first = [];
    await Promise.all([
        client.callTool({ name: 'test_tool_with_progress' }).then(() => first.push('tool')),
        client.ping().then(() => first.push('ping')),
    ]);
    checks.equal('RPC-20 PNG-02 a ping is answered while a tool runs', first, ['ping', 'tool']);
}

/// At the end: what was asked when.
export async function order({ checks, wired }) {
    const all = wired.messages();
    const asked = all.findIndex(
        ({ from, message }) => from === 'server' && message?.method && 'id' in message,
    );
    const ready = all.findIndex(({ message }) => message?.method === 'notifications/initialized');
    checks.check(
        'LIF-10 ROO-08 the server asks nothing before initialized',
        ready !== -1 && (asked === -1 || asked > ready),
        { asked, ready },
    );
}
