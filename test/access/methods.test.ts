import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations, type Operation } from "#app/contract/operations.ts";
import { createApp, type App } from "#app/server/app.ts";
import { createLog } from "#platform/server/log.ts";
import { contentsOf } from "#test/database-contents.ts";
import { isLongRun } from "#test/long-run.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { rowOf } from "./rows.ts";
import { failuresOf } from "./failures-of.ts";
import { createFixtures, type Fixtures } from "./fixtures.ts";

type Form = "RPC" | "REST";

/** Methods that the class Request accepts, including unknown ones. */
const methods =
  "GET HEAD OPTIONS POST PUT PATCH DELETE Patch Post delete PROPFIND QUERY LINK POST_ X".split(" ");
const origins = ["missing", "foreign", "own"] as const;
const forms: readonly Form[] = ["RPC", "REST"];

let app: TestApp;
let fixtures: Fixtures;
let server: App;
/** The operations that ran, whatever they returned. */
let reached: string[] = [];

beforeAll(async () => {
  app = await testApp();
  fixtures = await createFixtures(app);
  const log = createLog({
    level: "debug",
    write: (line) => {
      const { operation = "" } = JSON.parse(line) as { operation?: string };
      if (operation !== "") reached.push(operation);
    },
  });
  const options = { clientFolder: null, mailbox: null, paymentSandbox: null };
  server = createApp({ ...app.services, log }, { ...options, stage: () => "serving" });
  return () => app.close();
});
beforeEach(() => {
  reached = [];
});

function pathOf({ name, path }: Operation, form: Form): string {
  if (form === "RPC") return `/api/rpc/${name.replace(".", "/")}`;
  const id = "0198c0de-0000-7000-8000-000000000000";
  return `/api${path.replaceAll("{month}", "2026-01").replaceAll(/\{\w+\}/g, id)}`;
}

function ownMethodOf({ method }: Operation, form: Form): string {
  return form === "RPC" ? "POST" : method;
}

/** The methods of all operations at this path: a list and a creation share one. Downloads also answer HEAD. */
function methodsAt(path: string, form: Form): string[] {
  if (form === "RPC") return ["POST"];
  if (path.endsWith(".csv")) return ["GET", "HEAD"];
  const here = operations.filter((other) =>
    new RegExp(`^/api${other.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return [...new Set(here.map(({ method }) => method))].toSorted();
}

function headersFor(role: "owner" | "admin", origin: (typeof origins)[number]): Headers {
  const { cookies } = fixtures[role].client;
  const headers = new Headers({
    "content-type": "application/json",
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });
  if (origin === "own") headers.set("origin", app.config.publicUrl);
  if (origin === "foreign") {
    headers.set("origin", "https://evil.localhost:3000");
    headers.set("sec-fetch-site", "same-site");
    headers.set("sec-fetch-mode", "no-cors");
  }
  return headers;
}

type Call = {
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly input?: object;
};

async function send({ path, method, headers, input }: Call): Promise<Response> {
  const url = new URL(path, app.config.publicUrl);
  const takesBody = !["GET", "HEAD"].includes(method.toUpperCase());
  if (input !== undefined && !takesBody) {
    url.searchParams.set("data", JSON.stringify({ json: input }));
  }
  const isRpc = path.startsWith("/api/rpc/");
  const body = input && takesBody ? JSON.stringify(isRpc ? { json: input } : input) : null;
  const response = await server.fetch(new Request(url, { method, headers, body }));
  // A stream does not end by itself.
  await response.body?.cancel();
  return response;
}

/** The method that is really sent: the class Request writes some of them in capitals. */
function sentMethod(method: string): string {
  return new Request("http://localhost", { method }).method;
}

const cells = operations
  .flatMap((operation) => forms.map((form) => ({ ...operation, form })))
  .map((cell, place) => ({ ...cell, place }));

/** Who calls, and whether with an input. */
const callers = [
  { role: "owner", hasInput: false },
  { role: "owner", hasInput: true },
  { role: "admin", hasInput: false },
  { role: "admin", hasInput: true },
] as const;

/** The gate sends each request by a caller in turn, so that twelve methods have every origin and caller; the long run by all. */
function callersOf(turn: number) {
  return isLongRun ? callers : callers.slice(turn % callers.length).slice(0, 1);
}

test("An operation runs only with its own method, over RPC and REST", async () => {
  const failures = await failuresOf(cells, async ({ form, place, ...operation }) => {
    reached = [];
    const path = pathOf(operation, form);
    const own = ownMethodOf(operation, form);
    const methodsHere = methodsAt(path, form);
    const wrong: string[] = [];
    for (const [turn, method] of methods.entries()) {
      for (const [turnOfOrigin, origin] of origins.entries()) {
        const isOwn = methodsHere.includes(sentMethod(method));
        if (isOwn && (origin === "own" || ["GET", "HEAD"].includes(sentMethod(method)))) continue;
        // Only where the method is right the origin decides: others come from an origin in turn, each at a quarter of the operations.
        const isInTurn = (place + turn) % (4 * origins.length) === turnOfOrigin;
        if (!isLongRun && !isOwn && !isInTurn) continue;
        for (const { role, hasInput } of callersOf(place + turn + turnOfOrigin)) {
          const headers = headersFor(role, origin);
          const input = hasInput ? { input: rowOf(operation).input(fixtures, role) } : {};
          const { status, headers: received } = await send({ path, method, headers, ...input });
          const expected = isOwn ? 403 : 405;
          const allow = isOwn ? null : methodsHere.join(", ");
          if (status !== expected || received.get("allow") !== allow)
            wrong.push(`${form} ${role} ${method} ${origin}: ${status} ${received.get("allow")}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(reached).toEqual([]);

    // Proof that `reached` would show it: the own method does run the operation, which rejects an unknown field.
    const headers = headersFor("admin", "own");
    const input = { unknownField: "1" };
    const url = own === "GET" ? `${path}?unknownField=1` : path;
    await send({ path: url, method: own, headers, ...(own !== "GET" && { input }) });
    expect(reached).toEqual([operation.name]);
  });
  expect(failures).toEqual([]);
});

describe("No other request reaches an operation:", () => {
  const signOut = "/api/rpc/auth/signOut";
  test.each([
    ["a method in a header", signOut, { "x-http-method-override": "POST" }, 405],
    ["a method in another header", signOut, { "x-method-override": "POST" }, 405],
    ["a method in a query", `${signOut}?_method=POST`, {}, 405],
    ["several calls in one", "/api/rpc/__batch__", { "x-orpc-batch": "buffered" }, 405],
  ])("%s", async (_what, path, extra, status) => {
    const headers = headersFor("owner", "own");
    for (const [name, value] of Object.entries(extra)) headers.set(name, value);
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      expect((await send({ path, method, headers })).status).toBe(status);
    }
    expect(reached).toEqual([]);
  });

  const paths = [
    "/api/rpc",
    "/api/rpc/",
    "/api/rpc/auth/signOut/",
    "/api/rpc//auth/signOut",
    "/api/rpc/auth//signOut",
    "/api//rpc/auth/signOut",
    "//api/rpc/auth/signOut",
    "/api/rpc/auth%2FsignOut",
    "/api/rpc%2Fauth/signOut",
    "/api%2Frpc/auth/signOut",
    "/%61pi/rpc/auth/signOut",
    "/api/rpc/auth/sign%4Fut",
    "/api/rpc/auth/signout",
    "/API/rpc/auth/signOut",
    "/api/rpcauth/signOut",
    "/api/rpc;/auth/signOut",
    "/api/rpc/auth.signOut",
    "/api/rpc/__batch__",
    "/api/rpc/__proto__",
    "/api/rpc/constructor",
    "/api/sign-out/",
    "/api//sign-out",
    "/api/sign%2Dout",
    "/api/rpc/sign-out",
  ].map((name) => ({ name }));

  test("a path that is nearly that of an operation", async () => {
    const failures = await failuresOf(paths, async ({ name: path }) => {
      const headers = headersFor("owner", "own");
      headers.set("x-orpc-batch", "buffered");
      const url = `${app.config.publicUrl}${path}`;
      const wrong: string[] = [];
      for (const method of methods) {
        const body = ["GET", "HEAD"].includes(method) ? null : "{}";
        const request = new Request(url, { method, headers, body });
        const { status } = await server.fetch(request);
        if (![404, 405, 503].includes(status)) wrong.push(`${method}: ${status}`);
      }
      expect(wrong).toEqual([]);
      expect(reached).toEqual([]);
    });
    expect(failures).toEqual([]);
  });
});

/** Comparing everything that is stored takes longer than the operations, so that several share a comparison. */
function inGroups<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, place) =>
    all.slice(place * size, (place + 1) * size),
  );
}

describe("Operations with the method GET", () => {
  const reading = operations.filter(({ method }) => method === "GET");
  const groups = inGroups(reading, 12).map((group) => ({
    group,
    name: group.map(({ name }) => name).join(", "),
  }));

  async function callInBothForms(operation: Operation, role: "owner" | "admin"): Promise<void> {
    const input = rowOf(operation).input(fixtures, role);
    for (const form of forms) {
      const query = new URLSearchParams(
        Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const path = pathOf(operation, form);
      const headers = headersFor(role, "own");
      await send(
        form === "RPC"
          ? { path, method: "POST", headers, input }
          : { path: `${path}?${query.toString()}`, method: "GET", headers },
      );
    }
  }

  test("change nothing", async () => {
    const failures = await failuresOf(groups, async ({ group }) => {
      reached = [];
      const { kysely } = app.database;
      // An account's attempts are recorded up to a limit, and there are more operations.
      await kysely.deleteFrom("attempts").execute();
      for (const role of ["owner", "admin"] as const) {
        const before = await contentsOf(app.database);
        for (const operation of group) await callInBothForms(operation, role);
        const after = await contentsOf(app.database);
        const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
        // A customer's attempt at an admin operation is recorded in the audit log, and what staff download of customers.
        const isRecorded =
          role === "owner"
            ? group.some(({ path }) => path.startsWith("/admin/"))
            : group.some(({ audit }) => audit !== null);
        const counted = changed.filter((table) => table !== "attempts");
        expect(counted).toEqual(isRecorded ? ["audit_log"] : []);
      }
      const twice = group.flatMap(({ name }) => [name, name]);
      expect(reached).toEqual([...twice, ...twice]);
    });
    expect(failures).toEqual([]);
  });
});
