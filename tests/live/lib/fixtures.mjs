// What a server with every feature offers: names, texts, and what they answer. The contract is that
// of the official conformance suite. Used by the client scripts.

/// Tools on every wire: the name, and what is wrong with `result` ("" when nothing is).
export const simpleTools = {
    test_simple_text: ({ content }) =>
        content?.[0]?.text === 'This is a simple text response for testing.' ? '' : 'another text',
    test_image_content: ({ content }) =>
        content?.[0]?.type === 'image' &&
        content[0].mimeType === 'image/png' &&
        base64(content[0].data)
            ? ''
            : 'no PNG',
    test_audio_content: ({ content }, revision) => {
        if (revision === '2024-11-05')
            return content?.length > 0 && content[0].type !== 'audio'
                ? ''
                : 'audio before its time';
        return content?.[0]?.type === 'audio' &&
            content[0].mimeType === 'audio/wav' &&
            base64(content[0].data)
            ? ''
            : 'no WAV';
    },
    test_embedded_resource: ({ content }) => {
        const resource = content?.[0]?.resource;
        return content?.[0]?.type === 'resource' &&
            resource?.uri === 'test://embedded-resource' &&
            resource.mimeType === 'text/plain' &&
            resource.text === 'This is an embedded resource content.'
            ? ''
            : 'another resource';
    },
    test_multiple_content_types: ({ content }) =>
        content?.map(({ type }) => type).join() === 'text,image,resource' &&
        content[2].resource.uri === 'test://mixed-content-resource'
            ? ''
            : 'other kinds',
    test_error_handling: ({ content, isError }) =>
        isError === true &&
        content?.[0]?.text === 'This tool intentionally returns an error for testing'
            ? ''
            : 'no such error',
};

export const legacyTools = [
    'test_tool_with_logging',
    'test_sampling',
    'test_elicitation',
    'test_elicitation_sep1034_defaults',
    'test_elicitation_sep1330_enums',
];

export const modernTools = [
    'test_missing_capability',
    'test_streaming_elicitation',
    'test_logging_tool',
    'test_trigger_tool_change',
    'test_trigger_prompt_change',
    ...[
        'elicitation',
        'sampling',
        'list_roots',
        'request_state',
        'multiple_inputs',
        'multi_round',
        'tampered_state',
        'capabilities',
    ].map((name) => `test_input_required_result_${name}`),
];

export const commonTools = [
    ...Object.keys(simpleTools),
    'test_tool_with_progress',
    'json_schema_2020_12_tool',
];

export const resources = ['test://static-text', 'test://static-binary', 'test://watched-resource'];
export const template = 'test://template/{id}/data';
export const prompts = [
    'test_simple_prompt',
    'test_prompt_with_arguments',
    'test_prompt_with_embedded_resource',
    'test_prompt_with_image',
];

/// The answers of the checks' own user: what is entered, and what a model says.
export const entered = { username: 'ada', email: 'ada@example.org' };
/// What the user enters into the forms of the multi-round tools, as the conformance suite does: each
/// field that a form has.
const answers = { name: 'Ada', color: 'blue', context: 'tests', ok: true };
export const fillIn = (form) => ({
    action: 'accept',
    content: Object.fromEntries(
        Object.keys(form?.properties ?? {})
            .filter((name) => name in answers)
            .map((name) => [name, answers[name]]),
    ),
});
export const modelSays = 'forty-two';
export const roots = [{ uri: 'file:///home/ada/project', name: 'project' }];

/// What is wrong with the schema of json_schema_2020_12_tool, which must come through unchanged.
export function schemaProblems(schema) {
    const problems = [];
    const expect = (name, condition) => condition || problems.push(name);
    expect('$schema', schema?.$schema === 'https://json-schema.org/draft/2020-12/schema');
    expect('type', schema?.type === 'object');
    expect('$defs', schema?.$defs?.address?.$anchor === 'addressDef');
    expect(
        'allOf',
        JSON.stringify(schema?.allOf) ===
            '[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}]',
    );
    expect('if/then/else', schema?.if && schema?.then && schema?.else);
    expect('additionalProperties', schema?.additionalProperties === false);
    return problems;
}

/// The schemas that the tool of enumerations asks with: what is wrong with them.
export function enumProblems(properties) {
    const { untitledSingle, titledSingle, legacyEnum, untitledMulti, titledMulti } =
        properties ?? {};
    const problems = [];
    const expect = (name, condition) => condition || problems.push(name);
    expect(
        'untitledSingle',
        untitledSingle?.enum && !untitledSingle.oneOf && !untitledSingle.enumNames,
    );
    expect(
        'titledSingle',
        titledSingle?.oneOf?.every((one) => one.const && one.title),
    );
    expect(
        'legacyEnum',
        legacyEnum?.enum?.length > 0 && legacyEnum.enum.length === legacyEnum.enumNames?.length,
    );
    expect('untitledMulti', untitledMulti?.type === 'array' && untitledMulti.items?.enum);
    expect(
        'titledMulti',
        titledMulti?.type === 'array' &&
            titledMulti.items?.anyOf?.every((one) => one.const && one.title),
    );
    return problems;
}

export const base64 = (data) =>
    typeof data === 'string' &&
    data.length > 0 &&
    data.length % 4 === 0 &&
    /^[A-Za-z0-9+/]*={0,2}$/.test(data);
export const promptText = (result) => result.messages?.[0]?.content?.text;

/// The smallest picture and sound.
export const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
