// Follows one conversation from both sides and judges every message by the published schema of the
// revision that the conversation, or in the stateless revision the message, has chosen.
// Not for content: whether an answer is the right one is the business of the client scripts.
import { foreignMembers } from './foreign.mjs';
import { allRevisions, legacyRevisions, modernRevisions } from './schemas.mjs';

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
const newestLegacy = legacyRevisions.at(-1);
const newestModern = modernRevisions.at(-1);
const multiRound = ['tools/call', 'prompts/get', 'resources/read'];
const errorDefinitions = {
    '-32020': 'HeaderMismatchError',
    '-32021': 'MissingRequiredClientCapabilityError',
    '-32022': 'UnsupportedProtocolVersionError',
    '-32042': 'URLElicitationRequiredError',
};
const other = (side) => (side === 'client' ? 'server' : 'client');
const key = (id) => `${typeof id}:${id}`;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

export class Judge {
    /// `report({severity, side, line, what, path, message})` is called for each finding: a
    /// "violation" is a fault of `side`, a "note" is legal but worth a look. `exact` also reports
    /// members that only other revisions define.
    constructor(revisions, { report, exact = false }) {
        this.revisions = revisions;
        this.report = report;
        this.exact = exact;
        this.messages = 0;
        this.violations = 0;
        this.lines = { client: 0, server: 0 };
        this.legacy = null; // the revision that initialize chose
        this.initialized = false; // whether initialize was answered
        this.pending = { client: new Map(), server: new Map() }; // by who asked
        this.tasks = new Map(); // taskId -> the method behind it
        this.tokens = new Map(); // progress token -> revision
    }

    /// One line that `side` wrote.
    line(side, text) {
        this.lines[side] += 1;
        this.side = side;
        this.what = '?';
        let message;
        try {
            message = JSON.parse(text);
        } catch (error) {
            return this.fault('', `is not JSON: ${error.message}`);
        }
        if (text.endsWith('\r')) this.note('', 'ends with a carriage return');
        if (!Array.isArray(message)) return this.message(message);
        this.what = 'batch';
        if (this.legacy?.name !== '2025-03-26')
            return this.fault(
                '',
                `a batch, which ${this.legacy?.name ?? 'nobody'} has not agreed to`,
            );
        if (message.length === 0) this.fault('', 'an empty batch');
        for (const part of message) this.message(part);
    }

    message(message) {
        this.messages += 1;
        if (!isObject(message)) return this.fault('', 'is not an object');
        if (message.jsonrpc !== '2.0') this.fault('/jsonrpc', 'must be "2.0"');
        if ('method' in message) {
            this.what = String(message.method);
            if ('id' in message) this.request(message);
            else this.notification(message);
        } else if ('result' in message || 'error' in message) {
            this.response(message);
        } else {
            this.fault('', 'is neither a request, a notification nor a response');
        }
    }

    request(message) {
        const { id, method, params } = message;
        if (typeof id !== 'string' && !Number.isInteger(id))
            return this.fault('/id', 'must be a string or an integer');
        const open = this.pending[this.side];
        const previous = open.get(key(id));
        if (previous && !previous.cancelled) this.fault('/id', 'is the id of a request in flight');

        const asked = params?._meta?.[versionKey];
        let revision;
        if (asked !== undefined) {
            revision = this.revisions.get(modernRevisions.includes(asked) ? asked : newestModern);
            if (this.side === 'server')
                this.fault('', 'a server sends no requests in this revision');
        } else if (method === 'initialize') {
            const wanted = params?.protocolVersion;
            revision = this.revisions.get(legacyRevisions.includes(wanted) ? wanted : newestLegacy);
            if (this.initialized) this.note('', 'initialize once more');
            else this.legacy = revision; // until the answer says otherwise
        } else {
            revision = this.legacy ?? this.revisions.get(newestLegacy);
            if (!this.initialized && method !== 'ping')
                this.note('', 'a request without version before initialize was answered');
        }
        const token = params?._meta?.progressToken;
        if (token !== undefined) this.tokens.set(key(token), revision);
        open.set(key(id), {
            id,
            method,
            revision,
            params,
            line: this.lines[this.side],
            task: isObject(params?.task),
            cancelled: false,
            token,
        });
        this.judgeByMethod(revision, 'request', message);
    }

    notification(message) {
        const { method, params } = message;
        let revision = this.legacy;
        if (method === 'notifications/progress') {
            revision = this.tokens.get(key(params?.progressToken)) ?? null;
            if (!revision) this.note('/params/progressToken', 'is not a token of a request');
            revision ??= this.legacy;
        } else if (method === 'notifications/cancelled') {
            const by =
                this.pending[this.side].get(key(params?.requestId)) ??
                this.pending[other(this.side)].get(key(params?.requestId));
            if (by) {
                by.cancelled = true;
                revision = by.revision;
                if (by.method === 'initialize') this.fault('', 'initialize is never cancelled');
                if (
                    this.side === 'server' &&
                    this.pending.client.get(key(params.requestId)) === by &&
                    by.method !== 'subscriptions/listen'
                )
                    this.fault('', 'a server cancels no request of its client');
            }
        } else if (
            params?._meta?.[subscriptionKey] !== undefined ||
            method === 'notifications/subscriptions/acknowledged'
        ) {
            revision = this.revisions.get(newestModern);
            const listen = this.pending.client.get(key(params?._meta?.[subscriptionKey]));
            if (listen?.method !== 'subscriptions/listen')
                this.note('/params/_meta', 'the subscription is not open');
        }
        revision ??= this.revisions.get(this.legacy ? this.legacy.name : newestModern);
        this.judgeByMethod(revision, 'notification', message);
    }

    judgeByMethod(revision, kind, message) {
        const { method } = message;
        const definition = revision.definitionOf(method);
        this.validate(
            revision,
            kind === 'request' ? 'JSONRPCRequest' : 'JSONRPCNotification',
            message,
        );
        if (!definition) {
            const known = allRevisions.filter((name) => this.revisions.get(name).knows(method));
            const extension = revision.modern && /^(notifications\/)?tasks\b/.test(method);
            if (known.length === 0 || extension)
                this.note('/method', `${method} is in no revision`);
            else this.fault('/method', `${method} is not in ${revision.name}`);
            return;
        }
        if (!revision.maySend(this.side, kind, method))
            this.fault('/method', `${method} is not for a ${this.side} to send`);
        this.validate(revision, definition, message, method !== 'initialize');
    }

    response(message) {
        const { id } = message;
        this.what = 'response';
        if (id === undefined || id === null) {
            if (!('error' in message)) return this.fault('/id', 'a result without an id');
            const revision = this.legacy ?? this.revisions.get(newestLegacy);
            this.what = 'error without id';
            // Older schemas insist on an id where JSON-RPC says null.
            const old =
                legacyRevisions.indexOf(revision.name) < legacyRevisions.indexOf(newestLegacy);
            if (id === null && !old) this.fault('/id', 'must be left out, not null');
            return this.validate(
                revision,
                'Error' in revision.definitions ? 'Error' : null,
                message.error,
            );
        }
        const asked = this.pending[other(this.side)];
        const call = asked.get(key(id));
        if (!call) return this.fault('/id', `${JSON.stringify(id)} is the id of no open request`);
        asked.delete(key(id));
        this.what = `${call.method} ${'result' in message ? 'result' : 'error'}`;
        if (call.cancelled) this.note('', 'answers a request that was cancelled');
        if ('result' in message && 'error' in message)
            return this.fault('', 'has both a result and an error');
        if ('result' in message) return this.result(call, message);
        if (call.method === 'initialize' && !this.initialized) this.legacy = null;
        this.error(call, message);
    }

    result(call, message) {
        const { result } = message;
        let { revision } = call;
        if (call.method === 'initialize') {
            const chosen = this.revisions.get(result?.protocolVersion);
            if (!chosen || chosen.modern)
                return this.fault('/result/protocolVersion', 'is no revision with initialize');
            this.legacy = chosen;
            this.initialized = true;
            revision = chosen;
        }
        const names = ['JSONRPCResultResponse', 'JSONRPCResponse'];
        const envelope = names.find((name) => revision.definitions[name]);
        this.validate(revision, envelope, message);
        const definition = this.resultDefinition(call, revision, result);
        if (definition) this.validate(revision, definition, result, true, '/result');
        if (definition === 'CreateTaskResult') this.tasks.set(result?.task?.taskId, call.method);
        if (definition === 'EmptyResult' && !revision.modern)
            for (const name of Object.keys(result))
                if (name !== '_meta')
                    this.note(`/result/${name}`, 'in a result that should be empty');
    }

    resultDefinition(call, revision, result) {
        if (revision.modern) {
            if (result?.resultType === 'input_required') {
                if (!multiRound.includes(call.method))
                    this.fault('/result/resultType', `${call.method} can not ask for input`);
                if (!isObject(result.inputRequests) && typeof result.requestState !== 'string')
                    this.fault('/result', 'has neither inputRequests nor requestState');
                for (const hint of ['ttlMs', 'cacheScope'])
                    if (hint in result) this.fault(`/result/${hint}`, 'does not belong here');
                return 'InputRequiredResult';
            }
            if (result?.resultType !== undefined && result.resultType !== 'complete') {
                this.note('/result/resultType', `is ${JSON.stringify(result.resultType)}`);
                return null;
            }
        }
        if (call.method === 'tasks/result') {
            const behind = this.tasks.get(call.params?.taskId);
            return behind ? revision.resultOf(behind) : 'GetTaskPayloadResult';
        }
        if (call.task && isObject(result?.task)) return 'CreateTaskResult';
        return revision.resultOf(call.method) ?? null;
    }

    error(call, message) {
        const { revision } = call;
        const names = ['JSONRPCErrorResponse', 'JSONRPCError'];
        this.validate(
            revision,
            names.find((name) => revision.definitions[name]),
            message,
        );
        const code = message.error?.code;
        const definition = errorDefinitions[code];
        if (definition && revision.definitions[definition])
            this.validate(revision, definition, message);
        if (!revision.modern) {
            if (code <= -32020 && code >= -32099 && code !== -32042)
                this.note('/error/code', `${code} has no meaning in ${revision.name}`);
            return;
        }
        if (code === -32002 || code === -32042)
            this.fault('/error/code', `${code} is not used in ${revision.name}`);
        else if (code <= -32020 && code >= -32099 && !definition)
            this.fault('/error/code', `${code} is reserved and has no meaning`);
        else if (code <= -32000 && code > -32020)
            this.note('/error/code', `${code} should not be used`);
    }

    validate(revision, definition, value, exact = false, prefix = '') {
        if (!definition) return;
        const found = revision.validate(definition, value);
        if (found.length === 0 && exact && this.exact)
            found.push(...foreignMembers(this.revisions, revision, definition, value));
        // A union fails in each of its alternatives: the first few lines tell enough.
        for (const { path, message } of found.slice(0, 6))
            this.fault(prefix + path, `${message} (${definition}, ${revision.name})`);
    }

    fault(path, message) {
        this.violations += 1;
        this.find('violation', path, message);
    }

    note(path, message) {
        this.find('note', path, message);
    }

    find(severity, path, message) {
        const { side, what } = this;
        this.report({ severity, side, line: this.lines[side], what, path, message });
    }
}
