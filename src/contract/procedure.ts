// The one way to describe an operation: its address, who may call it, what it may refuse.
import { oc } from "@orpc/contract";
import { problems, type ProblemCode } from "./problems.ts";

/** Who may call an operation: anybody, anybody signed in, or staff. */
export type Door = "anyone" | "signedIn" | "admin";

type Description<Code extends ProblemCode> = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  readonly door: Door;
  readonly area: string;
  readonly summary: string;
  readonly refuses?: readonly Code[];
};

const refusedAtEveryDoor = ["invalid_input", "too_many_requests", "unexpected"] as const;
const refusedByDoor = {
  anyone: [],
  signedIn: ["signed_out", "maintenance"],
  admin: ["signed_out", "forbidden"],
} as const satisfies Record<Door, readonly ProblemCode[]>;

/**
 * Starts an operation's contract. `refuses` names the problems it can answer with besides those of its door;
 * each is described in the API document by its status and sentence. The door is kept as metadata, which
 * the server enforces and the access tests read.
 */
export function procedure<Code extends ProblemCode = never>(description: Description<Code>) {
  const codes = [
    ...refusedAtEveryDoor,
    ...refusedByDoor[description.door],
    ...(description.refuses ?? []),
  ];
  return oc
    .$meta<{ door: Door }>({ door: description.door })
    .route({
      method: description.method,
      path: description.path,
      summary: description.summary,
      tags: description.door === "admin" ? ["admin", description.area] : [description.area],
    })
    .errors(Object.fromEntries(codes.map((code) => [code, problems[code]])));
}
