// Makes a chosen database call fail, to show that its operation is applied as a whole or not at all.
import type { Database } from "#platform/server/db/open.ts";

/**
 * `rejected`: PostgreSQL responds with an error. `unanswered`: the call is executed, and the connection
 * is cut before the response, as when a commit succeeds and the server never learns of it.
 */
export type Failure = "rejected" | "unanswered";

export type FailingCalls = {
  /** Makes the `place`-th call from now on (1 is the next) fail, or the next commit. */
  arm(place: number | "commit", failure: Failure): void;
  /** Lets all calls succeed again; returns whether one has failed since `arm`. */
  disarm(): boolean;
  /** How many calls were made since `arm` or `disarm`. */
  made(): number;
};

type Query = (...parameters: unknown[]) => Promise<unknown>;
type Client = { readonly query: Query };

/** The text of a query, which callers give alone or with its values. */
function textOf([query]: readonly unknown[]): unknown {
  return typeof query === "object" && query !== null && "text" in query ? query.text : query;
}

/** Wraps the connections of `database`. */
export function failingCalls({ pool }: Database): FailingCalls {
  let callsLeft = 0;
  let callsMade = 0;
  let isCommitAwaited = false;
  let failure: Failure = "rejected";
  let hasFailed = false;
  const watched = new WeakMap<Client, Client>();
  const connect = pool.connect.bind(pool) as unknown as () => Promise<Client>;

  async function call(
    query: Query,
    cut: { isCut: boolean },
    parameters: unknown[],
  ): Promise<unknown> {
    if (cut.isCut) throw new Error("The connection was cut.");
    callsLeft -= 1;
    callsMade += 1;
    const isCommit = isCommitAwaited && textOf(parameters) === "commit";
    if (callsLeft !== 0 && !isCommit) return await query(...parameters);
    isCommitAwaited = false;
    hasFailed = true;
    if (failure === "rejected") return await query("select 1 / 0");
    await query(...parameters);
    cut.isCut = true;
    throw new Error("The connection was cut.");
  }

  function watch(client: Client): Client {
    const cut = { isCut: false };
    const query: Query = client.query.bind(client);
    return new Proxy(client, {
      get(target, property) {
        if (property === "query") return (...parameters: unknown[]) => call(query, cut, parameters);
        const value: unknown = Reflect.get(target, property);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }

  pool.connect = (async () => {
    const client = await connect();
    const known = watched.get(client) ?? watch(client);
    watched.set(client, known);
    return known;
  }) as unknown as typeof pool.connect;

  return {
    arm(place, kind) {
      callsLeft = place === "commit" ? 0 : place;
      callsMade = 0;
      isCommitAwaited = place === "commit";
      failure = kind;
      hasFailed = false;
    },
    disarm() {
      callsLeft = 0;
      callsMade = 0;
      isCommitAwaited = false;
      return hasFailed;
    },
    made: () => callsMade,
  };
}
