import { beforeAll, expect, test } from "vitest";
import { placesOf } from "#test/database-contents.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

test("An address that nobody tries again is forgotten once no limit counts it", async () => {
  const email = "once.and.never.again@example.com";
  await app.client().api.auth.requestPasswordReset({ email });
  for (const [hours, places] of [
    [23, ["public.attempts.bucket"]],
    [2, []],
  ] as const) {
    app.clock.advance(hours * 60 * 60_000);
    await app.services.jobs.enqueue(app.services.db, "delete-old-attempts", {});
    expect((await app.runJobs()).errors).toEqual([]);
    expect(await placesOf(app.database, email)).toEqual(places);
  }
});
