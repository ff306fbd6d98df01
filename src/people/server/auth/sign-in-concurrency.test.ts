import { beforeAll, describe, expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { aCustomer } from "#test/users.ts";
import { mailServer } from "#test/mail-server.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  // A quarter of the product's cost, so that a slow machine hashes all within the 15 s that the queue waits.
  app = await testApp({ passwordCost: 4096 });
  return () => app.close();
});

/** How often each HTTP status was returned. */
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
  test.runIf(isLongRun)(
    "from different addresses, right and wrong, all get an answer",
    async () => {
      const users = await Promise.all(Array.from({ length: 50 }, () => aCustomer(app)));
      const requests = users.flatMap(({ email, password }) => [
        signIn(app.client(), email, password),
        signIn(app.client(), `not-${email}`, password),
      ]);
      expect(await statusesOf(requests)).toEqual({ 200: 50, 401: 50 });
    },
  );

  test("from one address: thirty are checked and the rest are rejected", async () => {
    const client = app.client();
    const requests = Array.from({ length: 100 }, (_, number) =>
      signIn(client, `guess${number}@example.com`, "wrong tide"),
    );
    expect(await statusesOf(requests)).toEqual({ 401: 30, 429: 70 });
  });
});

test.runIf(isLongRun)(
  "While the mail server is down requests succeed, and the emails are sent once it is up again",
  async () => {
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

    const restarted = await mailServer(first.port);
    await server.runJobs({ withDelayed: true });
    await server.runJobs({ withDelayed: true });
    expect(restarted.recipients().toSorted()).toEqual([holder.email, newcomer].toSorted());
    await server.close();
    await restarted.close();
  },
);
