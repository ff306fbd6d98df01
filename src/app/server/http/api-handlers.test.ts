import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp } from "#app/server/app.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  await aPackage(await aCustomer(app, { plan: "Premium" }));
  return () => app.close();
});

/** Lists the shipments over both forms of the API from a database that adds `fields` to each. */
async function listShipments(fields: object): Promise<[number, string][]> {
  const change = (row: Record<string, unknown>) => {
    if (Array.isArray(row["items"])) for (const item of row["items"]) Object.assign(item, fields);
    return row;
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve({ ...result, rows: result.rows.map(change) }),
  };
  const services = { ...app.services, db: app.services.db.withPlugin(plugin) };
  const options = { clientFolder: null, mailbox: null, paymentSandbox: null };
  const server = createApp(services, { ...options, stage: () => "serving" });
  const cookie = [...admin.client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: app.config.publicUrl, "content-type": "application/json" };
  const address = (path: string) => `${app.config.publicUrl}${path}`;
  const requests = [
    new Request(address("/api/admin/shipments"), { headers }),
    new Request(address("/api/rpc/packages/listShipments"), {
      method: "POST",
      headers,
      body: JSON.stringify({ json: {} }),
    }),
  ];
  return await Promise.all(
    requests.map(async (request): Promise<[number, string]> => {
      const response = await server.fetch(request);
      return [response.status, await response.text()];
    }),
  );
}

test("an answer has the fields of its contract, and no others", async () => {
  for (const [status, text] of await listShipments({ passwordHash: "secret" })) {
    expect([status, text]).toEqual([200, expect.stringContaining("SF1234567890123")]);
    expect(text).not.toContain("secret");
  }
});

test("an answer that differs from its contract is an error and shows nothing of itself", async () => {
  for (const [status, text] of await listShipments({ trackingNumber: ["secret"] })) {
    expect([status, text]).toEqual([500, expect.stringContaining('"unexpected"')]);
    expect(text).not.toContain("secret");
  }
  expect(app.logged.join("\n")).toContain("Output validation failed");
});

const csv = "/api/wallet/transactions.csv?timeZone=UTC&locale=en";

/** The answer to somebody without a session who follows a link, or whose script asks. */
async function askWithoutSession(path: string, headers: Readonly<Record<string, string>>) {
  const response = await app.client().fetch(path, { headers, redirect: "manual" });
  return { status: response.status, location: response.headers.get("location") };
}

test.each([
  [csv, "/dashboard/wallet?tab=history"],
  [`/api/admin/labels/${crypto.randomUUID()}/label.pdf`, "/admin/dashboard/packing"],
])(
  "a browser that opens %s after its session has ended goes to the login and back",
  async (path, from) => {
    const headers = { "sec-fetch-mode": "navigate", referer: `${app.config.publicUrl}${from}` };
    expect(await askWithoutSession(path, headers)).toEqual({
      status: 303,
      location: `/login?${new URLSearchParams({ next: from, ended: "yes" }).toString()}`,
    });
  },
);

test("a link from elsewhere leads to the login and to no other site", async () => {
  const dashboard = { status: 303, location: "/login?next=%2Fdashboard&ended=yes" };
  for (const referer of ["https://elsewhere.example/a", "no address", ""]) {
    const headers = { "sec-fetch-mode": "navigate", referer };
    expect([referer, await askWithoutSession(csv, headers)]).toEqual([referer, dashboard]);
  }
});

test("a script that asks without a session gets the error", async () => {
  const referer = `${app.config.publicUrl}/dashboard/wallet`;
  for (const headers of [{ referer }, { referer, "sec-fetch-mode": "cors" }]) {
    expect(await askWithoutSession(csv, headers)).toEqual({ status: 401, location: null });
  }
});

describe("a file that is refused", () => {
  const users = "/api/admin/users/users.csv?timeZone=UTC&locale=en";
  const navigation = { "sec-fetch-mode": "navigate" };
  const label = `/api/admin/labels/${crypto.randomUUID()}/label.pdf`;

  async function open(
    person: TestPerson,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly [number, string | null]> {
    const response = await person.client.fetch(path, { headers, redirect: "manual" });
    return [response.status, response.headers.get("location")];
  }

  test("leads a browser back to the page with its link, which says why", async () => {
    const customer = await aCustomer(app);
    const referer = `${app.config.publicUrl}/dashboard/wallet?tab=history`;
    expect(await open(customer, users, { ...navigation, referer })).toEqual([
      303,
      "/dashboard/wallet?tab=history&refused=forbidden",
    ]);
    const desk = `${app.config.publicUrl}/admin/dashboard/packing`;
    expect(await open(admin, label, { ...navigation, referer: desk })).toEqual([
      303,
      "/admin/dashboard/packing?refused=no_warehouse",
    ]);
  });

  test("is an error for scripts, where its address was typed, and from every other page", async () => {
    const customer = await aCustomer(app);
    const own = (path: string) => ({ referer: `${app.config.publicUrl}${path}` });
    for (const headers of [
      own("/dashboard"),
      { ...own("/dashboard"), "sec-fetch-mode": "cors" },
      navigation,
      { ...navigation, ...own("/api/docs") },
      { ...navigation, ...own("/dashboards") },
      { ...navigation, referer: "https://elsewhere.example/dashboard" },
    ]) {
      expect([headers, await open(customer, users, headers)]).toEqual([headers, [403, null]]);
    }
  });

  test("sends whoever may have it the file alone", async () => {
    const headers = { ...navigation, referer: `${app.config.publicUrl}/admin/dashboard/users` };
    expect(await open(admin, users, headers)).toEqual([200, null]);
  });
});
