import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";
import { storeEmailRequest, sendAuthEmail } from "./auth-emails.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

async function storedRequests() {
  return await app.database.kysely.selectFrom("authEmailRequests").selectAll().execute();
}

async function aPendingSignUp() {
  const email = `${randomUUID()}@example.com`;
  const client = app.client();
  await client.api.auth.signUp({ fullName: "Li Na", email, password: "a calm harbour at dusk" });
  await app.runJobs();
  const { id: registrationId } = await app.database.kysely
    .selectFrom("pendingRegistrations")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return { email, client, registrationId };
}

/** Runs `send` twice: one email goes out, whose link works. */
async function expectOneEmail(
  { email, client }: Awaited<ReturnType<typeof aPendingSignUp>>,
  send: () => Promise<void>,
): Promise<void> {
  await send();
  const { text } = await app.latestEmail(email);
  await send();
  await app.runJobs();
  expect(app.sandboxes.mailbox?.list({ to: email, limit: 10 })).toHaveLength(2);
  const accessToken = /access_token=([\w-]+)/.exec(text)?.[1] ?? "";
  const session = await client.api.auth.completeCallback({ accessToken });
  expect(session.person.email).toBe(email);
}

test("a repeated job sends one email, whose link works", async () => {
  const signUp = await aPendingSignUp();
  const { email, registrationId } = signUp;
  const { services } = app;
  const request = { occasion: "verification", email, registrationId, language: "en" } as const;
  await storeEmailRequest(services, services.db, request);
  const requestId = (await storedRequests())[0]?.id ?? "";
  await expectOneEmail(signUp, () => sendAuthEmail(services, { requestId }));
  expect(await storedRequests()).toEqual([]);
});

test("a request whose job failed for good is deleted a day later", async () => {
  const { email } = await aCustomer(app);
  await app.client().api.auth.requestPasswordReset({ email });
  // As after the last of its tries.
  await app.services.jobs.runDueJobs({ "send-auth-email": async () => undefined } as never);
  expect(await storedRequests()).toHaveLength(1);
  for (const [hours, left] of [
    [23, 1],
    [2, 0],
  ] as const) {
    app.clock.advance(hours * 60 * 60_000);
    await app.services.jobs.enqueue(app.services.db, "delete-expired-registrations", {});
    await app.runJobs();
    expect(await storedRequests()).toHaveLength(left);
  }
});
