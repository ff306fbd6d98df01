import { expect, test } from "vitest";
import { requireSessions } from "./pooler.ts";

/** A stand-in whose connections are answered by the processes of PostgreSQL that `backendOf` names. */
function pooler(backendOf: (connection: number, question: number) => number, timeZone = "UTC") {
  let [opened, closed, asked] = [0, 0, 0];
  return {
    open: () => opened - closed,
    connect: async () => {
      const connection = (opened += 1);
      return {
        backend: async () => backendOf(connection, (asked += 1)),
        timeZone: async () => timeZone,
        close: async () => void (closed += 1),
      };
    },
  };
}

async function outcomeOf(stand: ReturnType<typeof pooler>): Promise<string> {
  const outcome = await requireSessions(stand.connect).then(
    () => "accepted",
    (error: Error) => error.message,
  );
  expect(stand.open()).toBe(0);
  return outcome;
}

test("a pooler that keeps a session for each connection is accepted", async () => {
  expect(await outcomeOf(pooler((connection) => 100 + connection))).toBe("accepted");
});

test("a pooler that shares sessions is refused, with the reason and what to do", async () => {
  const shared = await outcomeOf(pooler(() => 100));
  expect(shared).toMatch(/for each transaction.*Set pool_mode = session/s);
  // Where it has several, a connection meets one after the other.
  expect(await outcomeOf(pooler((_, question) => 100 + (question % 3)))).toBe(shared);
  expect(await outcomeOf(pooler((connection, question) => (question > 6 ? 7 : connection)))).toBe(
    shared,
  );
});

test("a pooler that drops the time zone is refused with the statements that set it", async () => {
  const dropped = pooler((connection) => connection, "Asia/Hong_Kong");
  expect(await outcomeOf(dropped)).toMatch(/time zone is therefore Asia\/Hong_Kong.*alter role/s);
});

test("what cannot be connected to fails as it is", async () => {
  const error = new Error("connect ECONNREFUSED");
  await expect(requireSessions(() => Promise.reject(error))).rejects.toBe(error);
});
