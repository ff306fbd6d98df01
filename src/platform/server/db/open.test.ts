import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyTestDatabase, silentLog } from "#test/database.ts";
import { isLongRun } from "#test/long-run.ts";
import { timeLimit } from "#test/time-limit.ts";
import { atomically, openDatabase, type Database, type Db } from "./open.ts";

let database: Database;

beforeAll(async () => {
  database = await emptyTestDatabase();
  await sql`create table boxes (id int primary key, content text not null)`.execute(
    database.kysely,
  );
});

afterAll(() => database.close());

async function put(db: Db, id: number, content = "tea"): Promise<void> {
  await sql`insert into boxes values (${id}, ${content})`.execute(db);
}

async function contentOf(id: number): Promise<string | undefined> {
  const { rows } = await sql<{
    content: string;
  }>`select content from boxes where id = ${id}`.execute(database.kysely);
  return rows[0]?.content;
}

describe("values", () => {
  test("int8 is read as an exact bigint, also in lists", async () => {
    const { rows } = await sql`select 9007199254740993::int8 as n`.execute(database.kysely);
    expect(rows).toEqual([{ n: 9_007_199_254_740_993n }]);
  });

  test("a bigint is written exactly", async () => {
    const { rows } = await sql`select ${9_007_199_254_740_993n}::int8::text as n`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ n: "9007199254740993" }]);
  });

  test("a timestamp is read as a Date and a date as text", async () => {
    const { rows } = await sql`
      select '2026-03-01T00:30:00+08:00'::timestamptz as moment, '2026-03-01'::date as day
    `.execute(database.kysely);
    expect(rows).toEqual([{ moment: new Date("2026-02-28T16:30:00Z"), day: "2026-03-01" }]);
  });

  test("sessions use UTC, whatever the server's own zone", async () => {
    const { rows } = await sql`select current_setting('timezone') as zone`.execute(database.kysely);
    expect(rows).toEqual([{ zone: "UTC" }]);
  });
});

describe("statements", () => {
  test("are planned once per connection", async () => {
    await database.kysely.connection().execute(async (db) => {
      for (let n = 0; n < 3; n++) await sql`select ${n}::int + 41`.execute(db);
      const { rows } = await sql`
        select count(*)::int as count from pg_prepared_statements where statement like '%+ 41'
      `.execute(db);
      expect(rows).toEqual([{ count: 1 }]);
    });
  });

  test("B11: that run too long are cancelled", async () => {
    const limited = openDatabase({
      url: database.url,
      log: silentLog,
      statementTimeoutMilliseconds: 100,
    });
    await expect(sql`select pg_sleep(5)`.execute(limited.kysely)).rejects.toThrow(
      "canceling statement due to statement timeout",
    );
    await limited.close();
  });

  test("work again after a table they were planned on has changed", async () => {
    const poolSize = 10;
    const other = openDatabase({ url: database.url, log: silentLog, poolSize });
    await sql`create table shelves (id int); insert into shelves values (1)`.execute(other.kysely);
    const read = (db: Db) => sql`select * from shelves where id = ${1}`.execute(db);
    /** Plans the statement on every connection. */
    async function readOnAll(): Promise<void> {
      let readers = 0;
      const all = Promise.withResolvers<void>();
      const reader = () =>
        other.kysely.connection().execute(async (db) => {
          await read(db);
          if ((readers += 1) === poolSize) all.resolve();
          await all.promise;
        });
      await Promise.all(Array.from({ length: poolSize }, reader));
    }
    const row = { id: 1, label: null };

    await readOnAll();
    await sql`alter table shelves add column label text`.execute(database.kysely);
    const single = await Promise.all(
      Array.from({ length: 2 * poolSize }, () => read(other.kysely)),
    );
    expect(single.map(({ rows }) => rows)).toEqual(single.map(() => [row]));

    await readOnAll();
    await sql`alter table shelves add column note text`.execute(database.kysely);
    // More connections have the old plan than a transaction is repeated.
    expect((await atomically(other.kysely, read)).rows).toEqual([{ ...row, note: null }]);

    await readOnAll();
    await sql`alter table shelves drop column note`.execute(database.kysely);
    const { rows } = await other.kysely.connection().execute(async (db) => {
      await read(db);
      return await read(db);
    });
    expect(rows).toEqual([row]);
    await other.close();
  });
});

describe("atomically", () => {
  test("commits everything when the work returns", async () => {
    const answer = await atomically(database.kysely, async (db) => {
      await put(db, 1);
      await put(db, 2);
      return "done";
    });
    expect([answer, await contentOf(1), await contentOf(2)]).toEqual(["done", "tea", "tea"]);
  });

  test("rolls back when the work throws, and rethrows the error", async () => {
    const work = atomically(database.kysely, async (db) => {
      await put(db, 3);
      throw new Error("no more room");
    });
    await expect(work).rejects.toThrow("no more room");
    expect(await contentOf(3)).toBeUndefined();
  });

  test("inside another, undoes its own part alone", async () => {
    await atomically(database.kysely, async (db) => {
      await put(db, 4);
      await expect(atomically(db, (inner) => put(inner, 4, "a second"))).rejects.toThrow(
        "duplicate",
      );
      await atomically(db, (inner) => put(inner, 5));
    });
    expect([await contentOf(4), await contentOf(5)]).toEqual(["tea", "tea"]);
  });

  test("tries again when two block each other", async () => {
    await put(database.kysely, 6);
    await put(database.kysely, 7);
    let attempts = 0;
    let meet: () => void = () => {};
    const bothHoldOne = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const change = (first: number, second: number) =>
      atomically(database.kysely, async (db) => {
        attempts++;
        await sql`update boxes set content = content || '+' where id = ${first}`.execute(db);
        if (attempts === 2) meet();
        await bothHoldOne;
        await sql`update boxes set content = content || '+' where id = ${second}`.execute(db);
      });
    await Promise.all([change(6, 7), change(7, 6)]);
    // Three, unless the second try is quicker than the one that waits.
    expect(attempts).toBeGreaterThan(2);
    expect([await contentOf(6), await contentOf(7)]).toEqual(["tea++", "tea++"]);
  });
});

describe("closing", () => {
  test("resolves once every connection is closed, also when asked twice", async () => {
    const other = openDatabase({ url: database.url, log: silentLog });
    let connected = 0;
    other.pool.on("connect", (client) => {
      connected += 1;
      client.once("end", () => (connected -= 1));
    });
    const query = () => sql`select pg_sleep(0.05)`.execute(other.kysely);
    await Promise.all([query(), query(), query()]);
    expect(connected).toBe(3);
    await Promise.all([other.close(), other.close()]);
    expect(connected).toBe(0);
  });

  test("waits for a query that is still running", async () => {
    const other = openDatabase({ url: database.url, log: silentLog });
    const query = sql`select 1 as answer, pg_sleep(0.2)`.execute(other.kysely);
    await expect.poll(() => other.pool.totalCount - other.pool.idleCount).toBe(1);
    await other.close();
    expect((await query).rows).toMatchObject([{ answer: 1 }]);
  });

  test.runIf(isLongRun)("does not wait for a server that has stopped answering", async () => {
    const sockets: Socket[] = [];
    const url = new URL(database.url);
    const socketFolder = url.searchParams.get("host");
    const port = Number(url.port || 5432);
    const server =
      socketFolder === null
        ? { host: url.hostname, port }
        : { path: `${socketFolder}/.s.PGSQL.${port}` };
    // Forwards everything until it stops, with both connections left open.
    const proxy = createServer({ allowHalfOpen: true }, (socket) => {
      const line = connect({ ...server, allowHalfOpen: true });
      socket.pipe(line).pipe(socket);
      sockets.push(socket, line);
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    url.searchParams.delete("host");
    url.hostname = "127.0.0.1";
    url.port = String((proxy.address() as AddressInfo).port);
    const other = openDatabase({ url: url.href, log: silentLog });
    await sql`select 1`.execute(other.kysely);
    for (const socket of sockets) socket.unpipe();
    const startedAt = performance.now();
    await other.close();
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(4_000));
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
});

describe("a broken connection", () => {
  test("is replaced, whether it was idle or in use", async () => {
    const other = openDatabase({ url: database.url, log: silentLog, poolSize: 1 });
    const terminate = async (processId: number) => {
      await sql`select pg_terminate_backend(${processId}::int)`.execute(database.kysely);
    };
    const own = async (db: Db) => {
      const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db);
      return rows[0]?.id ?? 0;
    };
    await terminate(await own(other.kysely));
    await expect.poll(() => other.pool.totalCount).toBe(0);
    expect(await own(other.kysely)).toBeGreaterThan(0);

    const work = atomically(other.kysely, async (db) => {
      await terminate(await own(db));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await own(db);
    });
    await expect(work).rejects.toThrow(/connection/i);
    expect(await own(other.kysely)).toBeGreaterThan(0);
    await other.close();
  });

  test.runIf(isLongRun)(
    "a server that takes connections but never answers is given up within 3 s",
    async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const unresponsive = openDatabase({
        url: `postgresql://a:b@127.0.0.1:${port}/c`,
        log: silentLog,
      });
      const startedAt = performance.now();
      await expect(sql`select 1`.execute(unresponsive.kysely)).rejects.toThrow("timeout");
      expect(performance.now() - startedAt).toBeLessThan(timeLimit(3_000));
      await unresponsive.close();
      server.close();
    },
  );
});
