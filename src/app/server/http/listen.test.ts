import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "#app/contract/operations.ts";
import { freePort } from "#test/free-port.ts";
import { anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { listen } from "./listen.ts";

let app: TestApp;
let admin: TestPerson;
let port: number;

beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  port = await freePort();
  const listening = await listen(app.app, { host: "127.0.0.1", port });
  return async () => {
    await listening.close({ backlogDrainMilliseconds: 0, timeoutMilliseconds: 1_000 });
    await app.close();
  };
});

function cookies(): string {
  return [...admin.client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | readonly string[],
): Promise<IncomingMessage> {
  const outgoing = request({ host: "127.0.0.1", port, method, path, headers });
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  // With a length or in parts, as the headers say.
  for (const part of typeof body === "string" ? [body] : (body ?? [])) outgoing.write(part);
  outgoing.end();
  return (await answered)[0];
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function writeHeaders(body?: string): Record<string, string> {
  return {
    cookie: cookies(),
    origin: app.config.publicUrl,
    "content-type": "application/json",
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
  };
}

const listAddress = "/api/rpc/packages/listShipments";

describe("an answer", () => {
  test("carries length, type and every header, in both forms of the API", async () => {
    const body = JSON.stringify({ json: { search: "茶" } });
    const answers = [
      await send("POST", listAddress, writeHeaders(body), body),
      await send("GET", "/api/admin/shipments?page=1", { cookie: cookies() }),
    ];
    for (const response of answers) {
      const text = await textOf(response);
      expect(response.statusCode, text).toBe(200);
      expect(response.headers).toMatchObject({
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(text)),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(response.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("with an error has them too", async () => {
    const response = await send("GET", "/api/admin/shipments", {});
    expect([response.statusCode, response.headers["x-frame-options"]]).toEqual([401, "DENY"]);
    expect(JSON.parse(await textOf(response))).toMatchObject({ code: "signed_out" });
  });
});

describe("a body", () => {
  test("may come in parts, without a length", async () => {
    const parts = ['{"json":{"sea', 'rch":"x"}}'];
    const response = await send("POST", listAddress, writeHeaders(), parts);
    expect([response.statusCode, JSON.parse(await textOf(response))]).toMatchObject([
      200,
      { json: { total: 0 } },
    ]);
  });

  test.each([
    ["announced", (body: string) => writeHeaders(body)],
    ["in parts", () => writeHeaders()],
  ])("larger than the limit is rejected, %s", async (_how, headersFor) => {
    const body = `{"json":{"search":"${"x".repeat(1_100_000)}"}}`;
    const response = await send("POST", listAddress, headersFor(body), body);
    expect(response.statusCode).toBe(413);
    response.resume();
  });

  test("that is not JSON is rejected with a message", async () => {
    const response = await send("POST", listAddress, writeHeaders("{]"), "{]");
    expect([response.statusCode, JSON.parse(await textOf(response))]).toMatchObject([
      400,
      { json: { code: "invalid_input" } },
    ]);
  });
});

describe("a request without a body needs no type:", () => {
  const json = { "content-type": "application/json" };
  const form = "application/x-www-form-urlencoded";
  const upload = "multipart/form-data; boundary=x";
  const qrCode = "/api/admin/qr-codes/0198c0de-0000-7000-8000-000000000000";
  test.each<[string, Record<string, string>, string | undefined, number]>([
    ["nothing said", {}, undefined, 404],
    ["a length of 0", { "content-length": "0" }, undefined, 404],
    ["a type", json, undefined, 404],
    ["both", { ...json, "content-length": "0" }, undefined, 404],
    ["a form's type", { "content-type": form, "content-length": "0" }, undefined, 404],
    ["a form's type alone", { "content-type": form }, undefined, 404],
    ["nothing in parts", { "transfer-encoding": "chunked" }, undefined, 404],
    ["JSON", { ...json, "content-length": "2" }, "{}", 404],
    ["JSON in parts", { ...json, "transfer-encoding": "chunked" }, "{}", 404],
    ["a form", { "content-type": form, "content-length": "3" }, "a=b", 415],
    ["a form in parts", { "content-type": form, "transfer-encoding": "chunked" }, "a=b", 415],
    ["an upload", { "content-type": upload, "content-length": "5" }, "--x--", 415],
    ["a text", { "content-type": "text/plain", "content-length": "2" }, "{}", 415],
    ["no type", { "content-length": "2" }, "{}", 415],
  ])("DELETE with %s", async (_what, headers, body, status) => {
    const own = { cookie: cookies(), origin: app.config.publicUrl };
    const response = await send("DELETE", qrCode, { ...own, ...headers }, body);
    expect(response.statusCode, await textOf(response)).toBe(status);
  });

  test("POST, PATCH and PUT the same", async () => {
    const own = { cookie: cookies(), origin: app.config.publicUrl };
    for (const { method, path } of operations) {
      if (method === "GET" || path === "/sign-out" || path.endsWith("/others")) continue;
      const address = `/api${path.replaceAll(/\{\w+\}/g, "0198c0de-0000-7000-8000-000000000000")}`;
      const response = await send(method, address, own);
      expect([method, path, response.statusCode]).not.toContain(415);
      response.resume();
    }
  });
});
