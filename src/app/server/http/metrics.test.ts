import { beforeAll, describe, expect, test } from "vitest";
import { productVersion } from "#platform/server/version.ts";
import { asOwner } from "#test/database.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

const token = "a token for reading metrics";

describe("The metrics", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ settings: { METRICS_TOKEN: token } });
    return () => app.close();
  });

  test("count requests by method, kind and status, and operations, and hold no address", async () => {
    const client = app.client();
    await client.api.auth.readSession({});
    await client.fetch("/api/packages/5f0c2a55-0000-4000-8000-000000000000");
    const response = await client.fetch("/metrics", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/http_request_duration_seconds_count\{.*kind="api".*status="200".*\} 1/);
    expect(text).toMatch(/http_request_duration_seconds_count\{.*kind="api".*status="401".*\} 1/);
    const counted = (facts: string) => `operation_duration_seconds_count{${facts}} 1`;
    expect(text).toContain(counted('operation="auth.readSession",outcome="done"'));
    expect(text).toContain(counted('operation="packages.readPackage",outcome="rejected"'));
    expect(text).toMatch(/^storage_up 1$/m);
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).toContain(`build_info{version="${productVersion}"} 1`);
    expect(text).not.toContain("5f0c2a55");
  });

  test("show queued and failed work, and when the last reconciliation and backup ran", async () => {
    const read = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return await (await app.client().fetch("/metrics", { headers })).text();
    };
    await app.client().api.auth.signUp({
      fullName: "Mei Chan",
      email: "mei@example.com",
      password: "a calm harbour at dusk",
    });
    const before = await read();
    expect(before).toContain('jobs_waiting{job="send-auth-email"} 1');
    expect(before).toContain("database_up 1");
    expect(before).toMatch(/^database_connections\{state="total"\} [1-9]/m);
    expect(before).toMatch(/^live_streams 0$/m);
    expect(before).toMatch(/^backup_last_timestamp_seconds 0$/m);

    const { kysely } = app.database;
    await asOwner(app.database, (db) =>
      db.insertInto("backups").values({ finishedAt: new Date(), sizeBytes: 1 }).execute(),
    );
    await kysely
      .insertInto("providerEvents")
      .values({ id: "evt_lost", type: "invoice.paid", payload: "{}", state: "failed" })
      .execute();
    await app.runJobs();
    const after = await read();
    expect(after).not.toContain('job="send-auth-email"');
    expect(after).toMatch(/^emails_waiting 0$/m);
    expect(after).toMatch(/^pushes_waiting 0$/m);
    expect(after).toMatch(/^provider_events_failed 1$/m);
    expect(after).toMatch(/^backup_last_timestamp_seconds \d{10}/m);
  });

  test.each([undefined, "Bearer", `Bearer ${token}x`, token, `bearer ${token}`])(
    "do not exist for a request with %s",
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await app.client().fetch("/metrics", { headers });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("process_cpu");
    },
  );
});

test("Without its database the metrics say so, and leave out unknown values", async () => {
  const app = await testApp({ settings: { METRICS_TOKEN: token } });
  await app.database.close();
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await app.client().fetch("/metrics", { headers })).text();
  expect(text).toContain("database_up 0");
  expect(text).not.toMatch(/^emails_waiting \d/m);
  await app.close();
});

test("Without a token there are no metrics", async () => {
  const app = await testApp();
  try {
    const headers = { authorization: "Bearer null" };
    expect((await app.client().fetch("/metrics", { headers })).status).toBe(404);
  } finally {
    await app.close();
  }
});
