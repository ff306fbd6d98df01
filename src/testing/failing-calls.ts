import type { Database } from "#server/db/open.ts";

/**
 * How a call fails. `rejected`: PostgreSQL returns an error. `unanswered`: it is executed, but the connection is cut before the
 * response, as for a commit whose result is unknown.
 */
export type Failure = "rejected" | "unanswered";

export type FailingCalls = {
  /** Lets the `callNumber`-th call from now on (1 is the next) fail. */
  arm(callNumber: number, failure: Failure): void;
  /** Lets all calls succeed again; returns whether one failed since `arm`. */
  disarm(): boolean;
};

type Query = (...args: unknown[]) => Promise<unknown>;
type Client = { readonly query: Query };

/** Makes a chosen call on the connections of `database` fail. */
export function failingCalls({ pool }: Database): FailingCalls {
  let callsLeft = 0;
  let failure: Failure = "rejected";
  let hasFailed = false;
  const watched = new WeakMap<Client, Client>();
  const connect = pool.connect.bind(pool) as unknown as () => Promise<Client>;

  async function call(query: Query, cut: { isCut: boolean }, args: unknown[]): Promise<unknown> {
    if (cut.isCut) throw new Error("The connection was cut.");
    callsLeft -= 1;
    if (callsLeft !== 0) return await query(...args);
    hasFailed = true;
    if (failure === "rejected") return await query("select 1 / 0");
    await query(...args);
    cut.isCut = true;
    throw new Error("The connection was cut.");
  }

  function watch(client: Client): Client {
    const cut = { isCut: false };
    const query: Query = client.query.bind(client);
    return new Proxy(client, {
      get(target, property) {
        if (property === "query") return (...args: unknown[]) => call(query, cut, args);
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
    arm(callNumber, kind) {
      callsLeft = callNumber;
      failure = kind;
      hasFailed = false;
    },
    disarm() {
      callsLeft = 0;
      return hasFailed;
    },
  };
}
