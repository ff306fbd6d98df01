// The one way to describe an operation: its address, who may call it, what it may refuse.
import { oc } from "@orpc/contract";
import { errorCatalogue, type ErrorCode } from "./errors.ts";

/** Who may call an operation: anybody, anybody signed in, or staff. */
export type Access = "public" | "signedIn" | "admin";

type Description<Code extends ErrorCode> = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly errors?: readonly Code[];
};

const errorsOfEveryOperation = ["invalid_input", "too_many_requests", "unexpected"] as const;
const errorsOfAccess = {
  public: [],
  signedIn: ["signed_out", "maintenance"],
  admin: ["signed_out", "forbidden"],
} as const satisfies Record<Access, readonly ErrorCode[]>;

/**
 * Starts an operation's contract. `refuses` names the problems it can answer with besides those of its door;
 * each is described in the API document by its status and sentence. The door is kept as metadata, which
 * the server enforces and the access tests read.
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
      tags: description.access === "admin" ? ["admin"] : [],
    })
    .errors(Object.fromEntries(codes.map((code) => [code, errorCatalogue[code]])));
}
