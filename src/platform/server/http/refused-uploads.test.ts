// Files that are refused, over real connections: the answer comes although most of the file was never sent.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { json as readJson } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "#app/contract/operations.ts";
import { bucketOf } from "#platform/server/limits/count-attempt.ts";
import { attemptLimits } from "#platform/rules/attempt-limits.ts";
import { freePort } from "#test/free-port.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { listen } from "#app/server/http/listen.ts";
import { findUploadOperation, type UploadOperation } from "#app/server/http/write-guard.ts";

let app: TestApp;
let port: number;
let finance: TestPerson;

beforeAll(async () => {
  app = await testApp();
  finance = await aStaffMember(app, ["finance"]);
  port = await freePort();
  const listening = await listen(app.app, { host: "127.0.0.1", port });
  return async () => {
    await listening.close({ backlogDrainMilliseconds: 0, timeoutMilliseconds: 1_000 });
    await app.close();
  };
});

type Upload = {
  readonly name: string;
  readonly form: "RPC" | "REST";
  readonly path: string;
  readonly isForStaff: boolean;
  readonly upload: UploadOperation;
};

const uploads: readonly Upload[] = operations.flatMap(({ name, area, verb, path, isForStaff }) => {
  const paths = {
    RPC: `/api/rpc/${area}/${verb}`,
    REST: `/api${path.replaceAll(/\{\w+\}/g, () => randomUUID())}`,
  };
  return (["RPC", "REST"] as const).flatMap((form) => {
    const upload = findUploadOperation(paths[form]);
    return upload === undefined ? [] : [{ name, form, path: paths[form], isForStaff, upload }];
  });
});
const ofStaff = uploads.filter(({ isForStaff }) => isForStaff);

const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

type Answer = {
  readonly status: number | undefined;
  readonly code: string;
  readonly socket: Socket;
};

/** Announces a file of `bytes`, sends the first `sent` of them, and reads the answer. */
async function send(
  { cookies }: TestClient,
  path: string,
  { bytes, sent, agent }: { bytes: number; sent: number; agent?: Agent },
): Promise<Answer> {
  const outgoing = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path,
    ...(agent && { agent }),
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      origin: app.config.publicUrl,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": bytes,
    },
  });
  outgoing.on("error", () => undefined);
  outgoing.write(Buffer.alloc(sent, part));
  if (sent === bytes) outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const { socket, statusCode: status } = response;
  const answer = (await readJson(response)) as { code?: string; json?: { code: string } };
  return { status, code: answer.json?.code ?? answer.code ?? "", socket };
}

const begun = { bytes: 9_000_000, sent: 1_000 };

async function entriesOf(userId: string) {
  const { rows } = await sql<{ action: string; errorCode: string }>`
    select action, error_code from audit_log where actor_id = ${userId} order by id
  `.execute(app.database.kysely);
  return rows;
}

test("every operation with a file is known, in both forms", () => {
  expect(uploads.map(({ name, form }) => `${form} ${name}`)).toHaveLength(22);
  expect(ofStaff).toHaveLength(14);
});

describe.each(ofStaff)("$name over $form", ({ name, path }) => {
  test("B8: is refused before the file is received from who has no role for it", async () => {
    const customer = await aCustomer(app);
    expect(await send(customer.client, path, begun)).toMatchObject({
      status: 403,
      code: "forbidden",
    });
    expect(await entriesOf(customer.userId)).toEqual([{ action: name, errorCode: "forbidden" }]);
    expect(await send(finance.client, path, begun)).toMatchObject({ code: "forbidden" });
  });

  test("is refused before the file is received from who has yet to set up two-factor authentication", async () => {
    const manager = await aStaffMember(app, ["manager"]);
    const { kysely } = app.database;
    await kysely.deleteFrom("twoFactors").where("userId", "=", manager.userId).execute();
    expect(await send(manager.client, path, begun)).toMatchObject({
      status: 403,
      code: "two_factor_setup_required",
    });
    expect(await entriesOf(manager.userId)).toHaveLength(1);
  });
});

test.each(uploads)(
  "$name over $form is refused before the file is received without a session",
  async ({ path }) => {
    const stranger = app.client();
    expect(await send(stranger, path, begun)).toMatchObject({ status: 401, code: "signed_out" });
    stranger.cookies.set("session", "unknown");
    expect(await send(stranger, path, begun)).toMatchObject({ status: 401, code: "signed_out" });
  },
);

test.each(uploads)(
  "refused files of $name over $form count, and one too many is not received",
  async ({ path, upload }) => {
    const customer = await aCustomer(app);
    const bucket = bucketOf(upload.limit, customer.userId);
    const counted = () =>
      app.database.kysely.selectFrom("attempts").where("bucket", "=", bucket).selectAll().execute();
    // What is no form is refused by each of them.
    await send(customer.client, path, { bytes: 100, sent: 100 });
    expect(await counted()).toHaveLength(1);
    const attempts = Array.from({ length: attemptLimits[upload.limit].attempts - 1 }, () => ({
      bucket,
      attemptedAt: app.clock.now(),
    }));
    await app.database.kysely.insertInto("attempts").values(attempts).execute();
    expect(await send(customer.client, path, begun)).toMatchObject({
      status: 429,
      code: "too_many_requests",
    });
  },
);

describe("The connection of a refused file", () => {
  const [{ path } = { path: "" }] = ofStaff;

  test("serves the next request when the whole file was sent", async () => {
    const customer = await aCustomer(app);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const whole = { bytes: 9_000_000, sent: 9_000_000, agent };
    const isServedNext = async () => {
      const first = await send(customer.client, path, whole);
      const second = await send(customer.client, path, whole);
      expect([first.code, second.code]).toEqual(["forbidden", "forbidden"]);
      return second.socket === first.socket;
    };
    // On a busy machine the file may come too slowly to be waited for.
    await expect.poll(isServedNext).toBe(true);
    agent.destroy();
  });

  test("B8: is closed when the rest of the file does not come", async () => {
    const customer = await aCustomer(app);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { socket } = await send(customer.client, path, { ...begun, agent });
    if (!socket.destroyed) await once(socket, "close");
    expect(socket.destroyed).toBe(true);
    agent.destroy();
  });
});
