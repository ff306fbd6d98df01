// Shows that figures are there for who brings the token, and for nobody else.
import { beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "#testing/test-app.ts";

const token = "a token for reading figures alone";

describe("The metrics", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ settings: { METRICS_TOKEN: token } });
    return () => app.close();
  });

  test("count requests by method, kind and status, and hold no address", async () => {
    const client = app.client();
    await client.api.people.readSession({});
    await client.fetch("/api/packages/5f0c2a55-0000-4000-8000-000000000000");
    const response = await client.fetch("/metrics", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/http_request_duration_seconds_count\{.*kind="api".*status="200".*\} 1/);
    expect(text).toMatch(/http_request_duration_seconds_count\{.*kind="api".*status="401".*\} 1/);
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toContain("5f0c2a55");
  });

  test.each([undefined, "Bearer", `Bearer ${token}x`, token, `bearer ${token}`])(
    "do not exist for who sends %s",
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await app.client().fetch("/metrics", { headers });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain("process_cpu");
    },
  );
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
