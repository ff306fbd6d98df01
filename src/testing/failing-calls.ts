// Makes a chosen call to the database fail, to show that whatever it was part of is done as a whole or not at all.
import type { Database } from "#server/db/open.ts";

/**
 * How a call fails. `refused`: PostgreSQL answers it with an error. `unanswered`: it is carried out, but the connection
 * is cut before the answer comes, as when a commit succeeds and nobody hears of it.
 */
export type Failure = "rejected" | "unanswered";

export type FailingCalls = {
  /** Lets the `place`-th call from now on (1 is the next) fail. */
  arm(place: number, failure: Failure): void;
  /** Lets all calls succeed again; tells whether one failed since it was armed. */
  disarm(): boolean;
};

type Query = (...services: unknown[]) => Promise<unknown>;
type Client = { readonly query: Query };

/** Stands between the query builder of `database` and its connections. */
export function failingCalls({ pool }: Database): FailingCalls {
  let callsLeft = 0;
  let failure: Failure = "rejected";
  let hasFailed = false;
  const watched = new WeakMap<Client, Client>();
  const connect = pool.connect.bind(pool) as unknown as () => Promise<Client>;

  async function call(
    query: Query,
    cut: { isCut: boolean },
    services: unknown[],
  ): Promise<unknown> {
    if (cut.isCut) throw new Error("The connection was cut.");
    callsLeft -= 1;
    if (callsLeft !== 0) return await query(...services);
    hasFailed = true;
    if (failure === "rejected") return await query("select 1 / 0");
    await query(...services);
    cut.isCut = true;
    throw new Error("The connection was cut.");
  }

  function watch(client: Client): Client {
    const cut = { isCut: false };
    const query: Query = client.query.bind(client);
    return new Proxy(client, {
      get(target, property) {
        if (property === "query") return (...services: unknown[]) => call(query, cut, services);
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
      callsLeft = place;
      failure = kind;
      hasFailed = false;
    },
    disarm() {
      callsLeft = 0;
      return hasFailed;
    },
  };
}
