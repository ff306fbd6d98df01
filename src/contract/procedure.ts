import { oc } from "@orpc/contract";
import { errorCatalogue, type ErrorCode } from "./errors.ts";

/** Who may call an operation: everybody, every user who is signed in, or admins. */
export type Access = "public" | "signedIn" | "admin";

type Description<Code extends ErrorCode> = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** What it does, needs and changes, for users of the API. */
  readonly description: string;
  readonly errors?: readonly Code[];
};

const errorsOfEveryOperation = ["invalid_input", "too_many_requests", "unexpected"] as const;
const errorsOfAccess = {
  public: [],
  signedIn: ["signed_out", "maintenance"],
  admin: ["signed_out", "forbidden"],
} as const satisfies Record<Access, readonly ErrorCode[]>;

/**
 * Starts the contract of an operation. `errors` are those it can throw besides the ones of every operation and of its
 * access level; the API document describes each by its status and message. The access level is stored as metadata,
 * which the server enforces and the access tests read.
 */
export function procedure<Code extends ErrorCode = never>(description: Description<Code>) {
  const codes = [
    ...errorsOfEveryOperation,
    ...errorsOfAccess[description.access],
    ...(description.errors ?? []),
  ];
  return oc
    .$meta<{ access: Access }>({ access: description.access })
    .route({
      method: description.method,
      path: description.path,
      summary: description.summary,
      description: description.description,
      tags: description.access === "admin" ? ["admin"] : [],
    })
    .errors(Object.fromEntries(codes.map((code) => [code, errorCatalogue[code]])));
}
