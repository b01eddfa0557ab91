// The parts of the feature script at the stateless revision in which the server asks, tells of
// changes, or is stopped. As modern_parts.mjs.
import { until } from './checks.mjs';
import { asked, prefix, results, said } from './modern_parts.mjs';

const textOf = (result) => result.content?.[0]?.text;

/// What servers of all revisions ask for.
export async function modelAndRoots({ checks, client, seen }) {
    const call = (name) =>
        client.callTool({ name: `test_input_required_result_${name}` }).then(textOf);
    checks.check('the model is asked', (await call('sampling')) && seen.sampled > 0);
    checks.check('the roots are asked for', (await call('list_roots')) && seen.rootsListed > 0);
}

export async function input({ checks, client, raw, seen, wired }) {
    const call = async (name) =>
        textOf(await client.callTool({ name: `test_input_required_result_${name}` }));
    const rounds = () => asked(wired, 'tools/call').slice(-2);
    checks.check(
        'the user is asked and the tool goes on',
        (await call('elicitation'))?.includes('Ada'),
    );
    const [first, second] = rounds();
    checks.check('the second round has a new id', first.id !== second.id);
    checks.check('without a state none is sent', !('requestState' in second.params), second.params);
    await modelAndRoots({ checks, client, seen });
    checks.check(
        'the state comes back and is accepted',
        (await call('request_state'))?.includes('state-ok'),
    );
    checks.check('three questions at once', await call('multiple_inputs'));
    await call('multi_round');
    const states = results(wired)
        .filter(({ resultType }) => resultType === 'input_required')
        .slice(-2)
        .map(({ requestState }) => requestState);
    checks.check(
        'each round has a state of its own',
        states[0] && states[1] && states[0] !== states[1],
        states,
    );
    const prompt = await client.getPrompt({ name: 'test_input_required_result_prompt' });
    checks.check('a prompt asks, too', prompt.messages?.length > 0, prompt);
    checks.check(
        'R171 R211 every question has requests or a state, and no cache hints',
        results(wired)
            .filter(({ resultType }) => resultType === 'input_required')
            .every(
                (result) => (result.inputRequests || result.requestState) && !('ttlMs' in result),
            ),
    );

    const step = (name, params = {}) =>
        raw('tools/call', { name: `test_input_required_result_${name}`, arguments: {}, ...params });
    const yes = { action: 'accept', content: { ok: true } };
    const named = { action: 'accept', content: { name: 'Ada' } };
    const { requestState } = await step('tampered_state');
    checks.equal(
        'R174 an untouched state is accepted',
        (await step('tampered_state', { requestState, inputResponses: { confirm: yes } }))
            .resultType ?? 'complete',
        'complete',
    );
    for (const bad of [`${requestState}-TAMPERED`, requestState.slice(1), 'x', ''])
        await checks.refused(
            'R174 a changed state is refused',
            step('tampered_state', { requestState: bad, inputResponses: { confirm: yes } }),
            -32602,
        );
    await checks.refused(
        'the state of one tool is refused by another',
        step('request_state', { requestState, inputResponses: { confirm: yes } }),
        -32602,
    );
    checks.equal(
        'R180 a missing answer is asked for again',
        (await step('elicitation', { inputResponses: { other: yes } })).resultType,
        'input_required',
    );
    checks.equal(
        'R179 further answers are ignored',
        (await step('elicitation', { inputResponses: { user_name: named, other: yes } }))
            .resultType ?? 'complete',
        'complete',
    );
    const junk = await step('elicitation', { inputResponses: { user_name: 12345 } }).catch(
        (error) => error,
    );
    checks.check(
        'R178 an answer that is none is refused or asked for again',
        junk.code === -32602 || junk.resultType === 'input_required',
        junk,
    );

    const seenBySampler = await raw('tools/call', {
        name: 'test_input_required_result_capabilities',
        arguments: {},
        _meta: { [`${prefix}clientCapabilities`]: { sampling: {} } },
    });
    checks.equal(
        'R030 R173 only what this request declares is asked',
        Object.values(seenBySampler.inputRequests ?? {}).map(({ method }) => method),
        ['sampling/createMessage'],
    );
    await checks.refused(
        'R173 a question that can not be asked is refused',
        raw('tools/call', {
            name: 'test_input_required_result_elicitation',
            _meta: { [`${prefix}clientCapabilities`]: {} },
        }),
        -32021,
    );
}

export async function subscriptions({ checks, client, raw, wired, seen }) {
    const both = await client.listen({ toolsListChanged: true, promptsListChanged: true });
    checks.check(
        'R192 the acknowledgement lists what is honoured',
        both.honoredFilter.toolsListChanged && both.honoredFilter.promptsListChanged,
        both.honoredFilter,
    );
    const only = await client.listen({ promptsListChanged: true });
    const ids = asked(wired, 'subscriptions/listen').map(({ id }) => id);
    const tag = ({ params }) => params?._meta?.[`${prefix}subscriptionId`];
    checks.equal(
        'R194 the acknowledgement is tagged with the id of the request',
        said(wired, 'notifications/subscriptions/acknowledged').map(tag),
        ids,
    );
    await raw('tools/call', { name: 'test_trigger_tool_change' });
    await until(() => seen.toolChanges > 0);
    await raw('tools/call', { name: 'test_trigger_prompt_change' });
    await until(() => seen.promptChanges > 1);
    checks.equal(
        'R190 R199 a change of the tools goes to the one who asked',
        [...new Set(said(wired, 'notifications/tools/list_changed').map(tag))],
        [ids[0]],
    );
    checks.equal(
        'R047 a change of the prompts goes to both',
        [...new Set(said(wired, 'notifications/prompts/list_changed').map(tag))].sort(),
        [...ids].sort(),
    );
    for (const id of ids) {
        const about = wired
            .messages()
            .filter(
                ({ from, message }) => from === 'server' && message?.method && tag(message) === id,
            );
        checks.equal(
            'R191 the acknowledgement comes first',
            about[0]?.message.method,
            'notifications/subscriptions/acknowledged',
        );
    }
    await only.close();
    await raw('server/discover', {});
    const before = said(wired, 'notifications/prompts/list_changed').filter(
        (one) => tag(one) === ids[1],
    ).length;
    await raw('tools/call', { name: 'test_trigger_prompt_change' });
    await until(() => false, 150);
    checks.equal(
        'R233 nothing comes after the end of a subscription',
        said(wired, 'notifications/prompts/list_changed').filter((one) => tag(one) === ids[1])
            .length,
        before,
    );
    await both.close();
}

export async function cancellation({ checks, client, run, wired }) {
    const slow = run.names.has('slow_compute')
        ? { name: 'slow_compute', arguments: { seconds: 1, label: 'cancelled' } }
        : { name: 'test_tool_with_progress' };
    const stop = new AbortController();
    const calls = () => asked(wired, 'tools/call');
    const before = calls().length;
    const call = client.callTool(slow, { signal: stop.signal });
    await until(() => calls().length > before);
    const { id } = calls().at(-1);
    stop.abort('no longer wanted');
    await checks.refused('the cancelled call fails here', call);
    await until(() => false, slow.arguments ? 1300 : 300);
    checks.check(
        'R233 a cancelled request is not answered',
        !wired.messages().some(({ from, message }) => from === 'server' && message?.id === id),
    );
    const first = [];
    await Promise.all([
        client.callTool({ name: 'test_tool_with_progress' }).then(() => first.push('slow')),
        client.callTool({ name: 'test_simple_text' }).then(() => first.push('quick')),
    ]);
    checks.equal('R031 a quick call overtakes a slow one', first, ['quick', 'slow']);
    checks.equal(
        'R045 the server names itself in every result',
        results(wired).filter(({ _meta }) => !_meta?.[`${prefix}serverInfo`]?.name),
        [],
    );
}
