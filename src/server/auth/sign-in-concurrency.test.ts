// Shows the doors under a rush, and while no letter can leave: nothing breaks, limits hold, every letter comes once.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer } from "#testing/users.ts";
import { testApp, type TestApp, type TestClient } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  // A quarter of the product's: all must have had their turn within its queue's 15 s, on a busy machine too.
  app = await testApp({ passwordCost: 4096 });
  return () => app.close();
});

/** How often each status was answered. */
async function statusesOf(requests: readonly Promise<Response>[]) {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function signIn(client: TestClient, email: string, password: string): Promise<Response> {
  return client.fetch("/api/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
}

describe("A hundred sign-ins at once", () => {
  test("from everywhere, right and wrong, are each answered", async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => aCustomer(app)));
    const requests = users.flatMap(({ email, password }) => [
      signIn(app.client(), email, password),
      signIn(app.client(), `not-${email}`, password),
    ]);
    expect(await statusesOf(requests)).toEqual({ 200: 50, 401: 50 });
  });

  test("from one address are thirty, and the rest wait", async () => {
    const client = app.client();
    const requests = Array.from({ length: 100 }, (_, number) =>
      signIn(client, `guess${number}@example.com`, "wrong tide"),
    );
    expect(await statusesOf(requests)).toEqual({ 401: 30, 429: 70 });
  });
});

/** A mail server that takes every letter, and to whom it took them. */
async function mailServer(port: number) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", () => resolve()));
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

test("While the mail server is down everybody is answered as ever, and the letters come once it is back", async () => {
  const first = await mailServer(0);
  await first.close();
  const settings = { SMTP_URL: `smtp://127.0.0.1:${first.port}`, MAIL_FROM: "a@sampan.example" };
  const server = await testApp({ settings });
  const holder = await aCustomer(server);
  const newcomer = "newcomer@example.com";
  const { auth } = server.client().api;
  const password = "a calm harbour at dusk";
  expect(await auth.signUp({ fullName: "Li Na", email: newcomer, password })).toEqual({});
  expect(await auth.requestPasswordReset({ email: holder.email })).toEqual({});
  await server.runJobs();
  await server.runJobs();

  const back = await mailServer(first.port);
  await server.runJobs({ withDelayed: true });
  await server.runJobs({ withDelayed: true });
  expect(back.received.toSorted()).toEqual([holder.email, newcomer].toSorted());
  await server.close();
  await back.close();
});
