import { oc } from "@orpc/contract";
import type { StaffAccess } from "#core/staff-role.ts";
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
};

type Description<A extends Access, Code extends ErrorCode> = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  readonly access: A;
  readonly reauthentication?: true;
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

/** The roles that may call an operation of staff, as the last sentence of its description. */
export function rolesSentence(access: Access): string {
  if (typeof access !== "object") return "";
  return ` For the roles ${[...new Set([...access.roles, "manager"])].join(", ")}.`;
}

/**
 * Starts the contract of an operation. `errors` are those it can throw besides the ones of every operation, of its access
 * level and of reauthentication; the API document describes each by its status and message. Access level and
 * reauthentication are stored as metadata, which `src/server/access.ts` enforces.
 */
export function procedure<const A extends Access, Code extends ErrorCode = never>(
  description: Description<A, Code>,
) {
  const { access, reauthentication = false } = description;
  const codes: readonly ErrorCode[] = [
    ...errorsOfEveryOperation,
    ...errorsOf(access),
    ...(reauthentication ? (["reauthentication_required"] as const) : []),
    ...(description.errors ?? []),
  ];
  return oc
    .$meta<OperationMeta<A>>({ access, reauthentication })
    .route({
      method: description.method,
      path: description.path,
      summary: description.summary,
      description: description.description + rolesSentence(access),
      tags: access === "admin" || typeof access === "object" ? ["admin"] : [],
    })
    .errors(Object.fromEntries(codes.map((code) => [code, errorCatalogue[code]])));
}
