/* A made-up protocol in the style of a published schema.ts, with every construct that such files use. */

/**
 * Anything JSON can say.
 *
 * @category Common
 */
export type Value = string | number | boolean | null | Members | List;

/** @category Common */
export type Members = { [key: string]: Value };
export type List = Value[];

export type Message = Call | Event | Batch | Answer;

/** @internal */
export const LATEST_PROTOCOL_VERSION = "2031-05-06";
/** @internal */
export const RPC_VERSION = "2.0";

// Error codes.
export const PARSE_ERROR = -32700;
export const NOT_PERMITTED = -32021;

/** Several calls and events at once. */
export type Batch = (Call | Event)[];

/** Free metadata, see {@link Result | results}. */
export type Meta = Record<string, unknown>;

/** Metadata of a call. */
export interface CallMeta extends Meta {
  progressToken?: Token;
  "org.example/version": string;
}

export type Token = string | number;
export type Cursor = string;
export type Done = "yes" | "no" | string;
export type Level =
  | "low" // first
  | "high"
  | "critical";

/** A call. */
export interface Call {
  rpc: typeof RPC_VERSION;
  id: Token;
  method: string;
  // eslint-disable-next-line
  params?: { [key: string]: any };
}

export interface Event {
  rpc: typeof RPC_VERSION;
  method: string;
  params?: { _meta?: { [key: string]: unknown }; [key: string]: unknown };
}

/** What comes back. */
export interface Result {
  _meta?: Meta;
  done: Done;
  [key: string]: unknown;
}

export type EmptyResult = Result;

export interface Failure {
  /** The code. */
  code: number;
  message: string;
  data?: unknown;
}

export interface ParseFailure extends Failure {
  code: typeof PARSE_ERROR;
}

export interface Answer {
  id?: Token;
  result?: Result;
  failure?: Failure;
}

export interface NotPermitted extends Omit<
  Answer,
  "failure" | "result"
> {
  failure: Failure & {
    code: typeof NOT_PERMITTED;
    data: {
      wanted: Level[];
      [key: string]: unknown;
    };
  };
}

export interface Page extends Result {
  /** Where to go on. */
  next?: Cursor;
}

export interface Named {
  name: string;
  /** For people. */
  title?: string;
}

/**
 * A thing.
 *
 * @deprecated since 2031
 */
export interface Thing extends Named, Sized {
  /**
   * Where it is.
   *
   * @format uri
   */
  uri: string;
  level?: Level;
  /**
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   */
  weight?: number;
  options: object;
  flags?: {};
}

export interface Sized {
  /** @nullable */
  size?: number;
}

export interface ThingsResult extends Page {
  things: Thing[];
}

/** A thing beside its result. */
export type ThingResult = Result & Thing;

export interface ThingEvent extends Event {
  method: "things/changed";
  params: ThingResult;
}

export type OnlyEvent = LateEvent;

export interface LateEvent extends Event {
  method: "late";
}

export interface Form {
  fields: {
    type: "object";
    properties: {
      [key: string]: Field;
    };
    required?: string[];
  };
  answers?: { [key: string]: string | number | boolean | string[] };
  block: Block | Block[];
}

export type Field = TextField | NumberField | Choice;
export type Choice = Single | Multi;

export interface Multi {
  type: "array";
  /**
   * @maxItems 9
   */
  items: {
    anyOf: Array<{
      /** The value. */
      const: string;
      title: string;
    }>;
  };
  default?: string[];
}

export interface Single {
  type: "string";
  enum: string[];
}

export interface TextField {
  type: "string";
  format?: "email" | "uri";
}

export interface NumberField {
  type: "number" | "integer";
  default?: number;
}

export type Block = TextBlock | ThingBlock;

export interface TextBlock {
  type: "text";
  text: string;
}

export interface ThingBlock extends Thing {
  type: "thing";
}

/* Messages. */
export type Calls = Call;
export type Events = ThingEvent | LateEvent;
/** @internal */
export type Results =
  | EmptyResult
  | ThingsResult
  | ThingResult;
