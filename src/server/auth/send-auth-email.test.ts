import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { sendAuthEmail } from "./send-auth-email.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

test("a repeated job sends one email, whose link works", async () => {
  const email = "again@example.com";
  const client = app.client();
  await client.api.auth.signUp({ fullName: "Li Na", email, password: "a calm harbour at dusk" });
  await app.runJobs();
  const { id: registrationId } = await app.database.kysely
    .selectFrom("pendingRegistrations")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const emailId = randomUUID();
  const language = "en" as const;
  const request = { occasion: "verification", email, emailId, registrationId, language } as const;
  await sendAuthEmail(app.services, request);
  const { text } = await app.latestEmail(email);
  await sendAuthEmail(app.services, request);
  await app.runJobs();
  expect(app.sandboxes.mailbox?.list({ to: email, limit: 10 })).toHaveLength(2);
  const accessToken = /access_token=([\w-]+)/.exec(text)?.[1] ?? "";
  const session = await client.api.auth.completeCallback({ accessToken });
  expect(session.person.email).toBe(email);
});
