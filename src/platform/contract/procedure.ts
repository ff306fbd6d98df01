import { oc, type OpenAPI } from "@orpc/contract";
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

/** What the server enforces before an operation runs. */
export type OperationMeta<A extends Access = Access> = {
  readonly access: A;
  /** Whether the user must have signed in or confirmed the password within the last 15 minutes. */
  readonly reauthentication: boolean;
  /** Whether it belongs to the warehouse, and is refused until there is one. */
  readonly needsWarehouse: boolean;
  /** Whose thing a writing operation of staff changes; null for every other operation. */
  readonly actsOn: ActsOn | null;
};

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a writing operation of staff has to state, and no other may. */
type OwnStatement<A extends Access, M extends Method> = A extends StaffAccess
  ? M extends "GET"
    ? { readonly actsOn?: never }
    : { readonly actsOn: ActsOn }
  : { readonly actsOn?: never };

type Description<A extends Access, M extends Method, Code extends ErrorCode> = {
  readonly method: M;
  readonly path: `/${string}`;
  readonly access: A;
  readonly reauthentication?: true;
  readonly needsWarehouse?: true;
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
 * stated is stored as metadata, which `src/app/server/access.ts` enforces.
 */
export function procedure<
  const A extends Access,
  const M extends Method,
  Code extends ErrorCode = never,
>(description: Description<A, M, Code> & OwnStatement<A, M>) {
  const { access, reauthentication = false, needsWarehouse = false } = description;
  // The compiler cannot know the conditional type's field here.
  const { actsOn = null } = description as { readonly actsOn?: ActsOn };
  const codes: readonly ErrorCode[] = [
    ...errorsOfEveryOperation,
    ...errorsOf(access),
    ...(reauthentication ? (["reauthentication_required"] as const) : []),
    ...(needsWarehouse ? (["no_warehouse"] as const) : []),
    ...errorsOfOwn(actsOn),
    ...(description.errors ?? []),
  ];
  return oc
    .$meta<OperationMeta<A>>({ access, reauthentication, needsWarehouse, actsOn })
    .route({
      method: description.method,
      path: description.path,
      summary: description.summary,
      description: description.description + rolesSentence(access),
      spec: specOf(access, actsOn),
    })
    .errors(Object.fromEntries(codes.map((code) => [code, errorCatalogue[code]])));
}

type Changeable = {
  meta(meta: Pick<OperationMeta, "needsWarehouse">): {
    errors(errors: Pick<typeof errorCatalogue, "no_warehouse">): unknown;
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
