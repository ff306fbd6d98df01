import { oc, type AnyContractProcedure, type OpenAPI } from "@orpc/contract";
import * as z from "zod";
import type { LimitName } from "#platform/rules/attempt-limits.ts";
import {
  kindsOf,
  maxOwnReasonCharacters,
  mayGiveOwnReason,
  ownThingError,
  type ActsOn,
} from "#platform/rules/own-things.ts";
import type { StaffAccess } from "#platform/rules/staff-role.ts";
import { errorCatalogue, type ErrorCode } from "./errors.ts";

/**
 * Who may call an operation: everybody, every user who is signed in, admins, or staff with one of the named roles, which
 * a manager and an admin have too.
 */
export type Access = "public" | "signedIn" | StaffAccess;

/**
 * How an operation runs that writes: in the binder's transaction (`one`), which is rolled back when it is refused and runs
 * again after a conflict; in transactions of its own (`own`), where it waits outside the database or counts by its
 * outcome; or in none, since it only calculates. One that reads has none.
 */
export type TransactionRule = "one" | "own" | "none";

/** What the server does for an operation, before it runs and after. */
export type OperationMeta<A extends Access = Access> = {
  readonly access: A;
  /** Whether the user must have signed in or confirmed the password within the last 15 minutes. */
  readonly reauthentication: boolean;
  /** Whether it belongs to the warehouse, and is refused until there is one. */
  readonly needsWarehouse: boolean;
  /** Whether it belongs to the customer area, and is refused to invited staff who have none. */
  readonly needsCustomerArea: boolean;
  /** Whose thing a writing operation of staff changes; null for every other operation. */
  readonly actsOn: ActsOn | null;
  readonly transaction: TransactionRule;
  /** Whether a repeat with the same `idempotencyKey` gets the answer of the first and changes nothing. */
  readonly isIdempotent: boolean;
  /** Whether it runs beside the other operations of the account, with a bound of its own. */
  readonly isLong: boolean;
  /**
   * What counts each attempt of the account before it runs, also those that are refused; of one that receives a file, before
   * the file.
   */
  readonly limit: LimitName | null;
  /** Whether it edits what was shown as `expectedVersion`, and is refused where that has changed since. */
  readonly expectsVersion: boolean;
  /** What the audit log names as changed; null where it records nothing. */
  readonly audit: AuditTarget | null;
};

/**
 * What the audit log names as changed: the field of the input with its id, the one thing of this `name` or, with `stated`,
 * what the operation says. Of an operation of customers only what admins do is recorded.
 */
export type AuditTarget = "stated" | { readonly field: string } | { readonly name: string };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a writing operation of staff has to state, and no other may. */
type OwnStatement<A extends Access, M extends Method> = A extends StaffAccess
  ? M extends "GET"
    ? { readonly actsOn?: never }
    : { readonly actsOn: ActsOn }
  : { readonly actsOn?: never };

/** What only a writing operation may state; one that reads states `audit` where it hands out what many customers entrusted. */
type WritingStatement<M extends Method> = M extends "GET"
  ? {
      readonly transaction?: never;
      readonly idempotent?: never;
      readonly expectsVersion?: never;
      readonly audit?: AuditTarget;
    }
  : {
      readonly transaction?: "own" | "none";
      readonly idempotent?: true;
      readonly expectsVersion?: true;
      readonly audit?: AuditTarget;
    };

type Description<A extends Access, M extends Method, Code extends ErrorCode> = {
  readonly method: M;
  readonly path: `/${string}`;
  readonly access: A;
  readonly reauthentication?: true;
  readonly needsWarehouse?: true;
  readonly limit?: LimitName;
  readonly isLong?: true;
  readonly summary: string;
  /** What it does, needs and changes, for users of the API. */
  readonly description: string;
  readonly errors?: readonly Code[];
};

/** What every operation may answer. */
export const errorsOfEveryOperation = ["invalid_input", "too_many_requests", "unexpected"] as const;
const errorsOfAccess = {
  public: [],
  signedIn: ["signed_out", "maintenance"],
  admin: ["signed_out", "forbidden"],
  roles: ["signed_out", "forbidden", "two_factor_setup_required"],
} as const satisfies Record<string, readonly ErrorCode[]>;

function errorsOf(access: Access): readonly ErrorCode[] {
  return errorsOfAccess[typeof access === "object" ? "roles" : access];
}

/** The errors of one's own things, by what an operation states. */
function errorsOfOwn(actsOn: ActsOn | null): readonly ErrorCode[] {
  return actsOn === null ? [] : kindsOf(actsOn).map(ownThingError);
}

const ownReasonParameter = {
  name: "Own-Reason",
  in: "header",
  required: false,
  description:
    `Why an admin changes something of their own, where no other member of staff can: percent-encoded UTF-8, ` +
    `at most ${maxOwnReasonCharacters} characters. It is written into the audit log.`,
  schema: { type: "string" },
} as const;

/** Whether an operation takes the header with which an admin without colleagues acts on one's own. */
export function takesOwnReason(actsOn: ActsOn | null): boolean {
  return actsOn !== null && kindsOf(actsOn).some(mayGiveOwnReason);
}

/** The scheme of the session's cookie, which the document describes. */
export const sessionScheme = "session";

type Spec = Extract<
  NonNullable<Parameters<typeof oc.route>[0]["spec"]>,
  (current: never) => unknown
>;
type Body = OpenAPI.RequestBodyObject | OpenAPI.ResponseObject | OpenAPI.ReferenceObject;

/** What is sent is a form, a file or JSON; of forms and files the generator says that they may be JSON too. */
function withoutOtherJson<Part extends Body>(body: Part): Part {
  if (!("content" in body) || body.content === undefined) return body;
  const { "application/json": _json, ...others } = body.content;
  return Object.keys(others).length === 0 ? body : { ...body, content: others };
}

/** What the generator of the API document cannot know of an operation. Those of staff have tags of their own. */
function specOf(access: Access, actsOn: ActsOn | null): Spec {
  const isForStaff = access !== "public" && access !== "signedIn";
  return ({ parameters = [], requestBody, responses = {}, tags = [], ...current }) => {
    const all = takesOwnReason(actsOn) ? [...parameters, ownReasonParameter] : parameters;
    const answers = Object.entries(responses).map(([status, answer]) => [
      status,
      withoutOtherJson(answer),
    ]);
    return {
      ...current,
      tags: isForStaff ? tags.map((tag) => `${tag} (admin)`) : tags,
      ...(access !== "public" && { security: [{ [sessionScheme]: [] }] }),
      ...(all.length > 0 && { parameters: all }),
      ...(requestBody && { requestBody: withoutOtherJson(requestBody) }),
      responses: Object.fromEntries(answers),
    };
  };
}

/** The roles that may call an operation of staff, as the last sentence of its description. */
export function rolesSentence(access: Access): string {
  if (typeof access !== "object") return "";
  return ` For the roles ${[...new Set([...access.roles, "manager"])].join(", ")}.`;
}

/**
 * Starts the contract of an operation. `errors` are those it can throw besides the ones of every operation, of its access
 * level, of reauthentication, of the warehouse and of one's own things; the API document describes each by its status and message. What is
 * stated is stored as metadata, which the binder does (`src/platform/server/binder/bind-operations.ts`).
 */
export function procedure<
  const A extends Access,
  const M extends Method,
  Code extends ErrorCode = never,
>(description: Description<A, M, Code> & OwnStatement<A, M> & WritingStatement<M>) {
  const { access, method, reauthentication = false, needsWarehouse = false } = description;
  const { limit = null, isLong = false } = description;
  // The compiler cannot know the fields of conditional types here.
  const { actsOn = null } = description as { readonly actsOn?: ActsOn };
  const {
    transaction = method === "GET" ? "none" : "one",
    idempotent: isIdempotent = false,
    expectsVersion = false,
    audit = null,
  } = description as {
    readonly transaction?: TransactionRule;
    readonly idempotent?: true;
    readonly expectsVersion?: true;
    readonly audit?: AuditTarget;
  };
  const codes: readonly ErrorCode[] = [
    ...errorsOfEveryOperation,
    ...errorsOf(access),
    ...(reauthentication ? (["reauthentication_required"] as const) : []),
    ...(needsWarehouse ? (["no_warehouse"] as const) : []),
    ...errorsOfOwn(actsOn),
    ...(isIdempotent ? (["idempotency_key_reused"] as const) : []),
    ...(expectsVersion ? (["conflict"] as const) : []),
    ...(description.errors ?? []),
  ];
  return oc
    .$meta<OperationMeta<A>>({
      access,
      reauthentication,
      needsWarehouse,
      needsCustomerArea: false,
      actsOn,
      transaction,
      isIdempotent,
      isLong,
      limit,
      expectsVersion,
      audit,
    })
    .route({
      method,
      path: description.path,
      summary: description.summary,
      description: description.description + rolesSentence(access),
      spec: specOf(access, actsOn),
    })
    .errors(Object.fromEntries(codes.map((code) => [code, errorCatalogue[code]])));
}

type Changeable = {
  readonly "~orpc": { readonly meta: object };
  meta(meta: Partial<Pick<OperationMeta, "needsWarehouse" | "needsCustomerArea">>): {
    errors(
      errors: Partial<Pick<typeof errorCatalogue, "no_warehouse" | "no_customer_area">>,
    ): unknown;
  };
};

/** An area of the warehouse: the same operations, each of which needs one. */
export function ofWarehouse<Area extends Readonly<Record<string, Changeable>>>(area: Area): Area {
  const { no_warehouse } = errorCatalogue;
  const needing = Object.entries(area).map(([name, operation]) => [
    name,
    operation.meta({ needsWarehouse: true }).errors({ no_warehouse }),
  ]);
  // Neither the metadata nor the errors are part of an operation's type.
  return Object.fromEntries(needing) as Area;
}

/**
 * An area of customers: the same operations, of which those for everybody who is signed in need a customer area, but for
 * `shared` ones that staff call as well.
 */
export function ofCustomers<Area extends Readonly<Record<string, Changeable>>>(
  area: Area,
  shared: readonly (keyof Area & string)[] = [],
): Area {
  const { no_customer_area } = errorCatalogue;
  const needing = Object.entries(area).map(([name, operation]) => {
    const { access } = operation["~orpc"].meta as OperationMeta;
    if (access !== "signedIn" || shared.includes(name)) return [name, operation];
    return [name, operation.meta({ needsCustomerArea: true }).errors({ no_customer_area })];
  });
  // Neither the metadata nor the errors are part of an operation's type.
  return Object.fromEntries(needing) as Area;
}

/** Whether it receives a file, as a form. */
function takesFile(inputSchema: unknown): boolean {
  if (!(inputSchema instanceof z.ZodObject)) return false;
  return Object.values(inputSchema.shape).some((field) => field instanceof z.ZodFile);
}

/** What the contract of an operation states, read as oRPC documents it for metadata. */
export function describeOperation(procedure: AnyContractProcedure) {
  const { meta, route, errorMap, inputSchema, outputSchema } = procedure["~orpc"];
  const stated = meta as OperationMeta;
  const { access } = stated;
  const { method = "", path = "" } = route;
  return {
    ...stated,
    isForStaff: access !== "public" && access !== "signedIn",
    method,
    path,
    errorCodes: Object.keys(errorMap),
    inputSchema,
    outputSchema,
    takesFile: takesFile(inputSchema),
  };
}
