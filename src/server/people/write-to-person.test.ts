// Shows that a job which runs again after its letter was written leaves that letter and its link alone.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { writeToPerson } from "./write-to-person.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

test("a repeated job writes one letter, whose link works", async () => {
  const email = "again@example.com";
  const client = app.client();
  await client.api.people.signUp({ fullName: "Li Na", email, password: "a calm harbour at dusk" });
  await app.runJobs();
  const { id: registrationId } = await app.database.kysely
    .selectFrom("pending_registrations")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const letterId = randomUUID();
  const request = { occasion: "verification", email, letterId, registrationId } as const;
  await writeToPerson(app.parts, request);
  const { text } = await app.latestLetter(email);
  await writeToPerson(app.parts, request);
  await app.runJobs();
  expect(app.standIns.mailbox?.list({ to: email, limit: 10 })).toHaveLength(2);
  const accessToken = /access_token=([\w-]+)/.exec(text)?.[1] ?? "";
  const session = await client.api.people.completeCallback({ accessToken });
  expect(session.person.email).toBe(email);
});
