import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function written(work: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  work(createLog({ level: "info", write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("a line has fields, sentence, level and time", () => {
  const [line] = written((log) => log.info({ requestId: "1", status: 200 }, "Request"));
  expect(line).toMatchObject({ level: "info", requestId: "1", status: 200, message: "Request" });
  expect(line?.["time"]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test("lines below its level are not written", () => {
  expect(written((log) => log.debug({}, "Detail"))).toEqual([]);
});

test("secrets are redacted at the top and one level down", () => {
  const text = JSON.stringify(
    written((log) =>
      log.info(
        { password: "a-secret", headers: { cookie: "a-secret" }, job: { token: "a-secret" } },
        "x",
      ),
    ),
  );
  expect(text).not.toContain("a-secret");
  expect(text).toContain("[hidden]");
});

test("an error is logged with its cause, without values that a database quotes", () => {
  const database = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(ann@example.com) already exists.",
    parameters: ["ann@example.com"],
  });
  const [line] = written((log) =>
    log.error({ error: new Error("outer", { cause: database }) }, "x"),
  );
  expect(line?.["error"]).toMatchObject({
    message: "outer",
    cause: { message: "duplicate key", code: "23505" },
  });
  expect(JSON.stringify(line)).not.toContain("ann@example.com");
});

const cyclic = new Error("first");
cyclic.cause = new Error("second", { cause: cyclic });

test.each<[string, unknown]>([
  ["a plain object", { code: 7 }],
  ["an object within an object", { error: { reason: {} } }],
  ["null", null],
  ["undefined", undefined],
  ["an error caused by an object", new Error("outer", { cause: { reason: "inner" } })],
  ["errors that name each other", cyclic],
  ["a DOMException", new DOMException("Left", "AbortError")],
  ["several errors", new AggregateError([new Error("a"), { b: 1 }, null])],
  ["an error whose code is an object", Object.assign(new Error("x"), { code: { a: 1 } })],
  ["a function", () => "x"],
  ["a symbol", Symbol("x")],
])("whatever was thrown is told in words: %s", (_what, error) => {
  const [line] = written((log) => log.error({ error }, "x"));
  const text = JSON.stringify(line);
  expect(text).not.toMatch(/\[object|\[Circular|"message":("")?[,}]/);
  const notified = { error: { message: expect.stringMatching(/./) as unknown } };
  expect(line).toMatchObject(error === undefined ? { message: "x" } : notified);
});

test("the content of a thrown object is not logged", () => {
  const [line] = written((log) => log.error({ error: { email: "ann@example.com" } }, "x"));
  expect(line?.["error"]).toEqual({ message: "An object with email was thrown." });
});

test("each error of several is logged", () => {
  const error = new AggregateError([new Error("a"), new Error("b", { cause: new Error("c") })]);
  const [line] = written((log) => log.error({ error }, "x"));
  expect(line?.["error"]).toMatchObject({
    message: "a; b",
    errors: [{ message: "a" }, { message: "b", cause: { message: "c" } }],
  });
});
