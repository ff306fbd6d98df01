import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { sentencesIn } from "#test/structure/messages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { attemptLimits } from "#platform/rules/attempt-limits.ts";
import { beginAttempt, countAttempt } from "./count-attempt.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const page = { search: "", page: 1, pageSize: 100 };

async function failToSignIn(email: string, times: number, ipAddress?: string): Promise<void> {
  const client = app.client(ipAddress === undefined ? {} : { ipAddress });
  for (let attempt = 0; attempt < times; attempt += 1) {
    const call = client.api.auth.signIn({ email, password: "wrong tide" });
    await expectApiError(call, "invalid_credentials");
  }
}

describe("The limits", () => {
  test("are listed and lifted only by admins", async () => {
    const lift = { limit: "failedSignInsPerAccount", who: "x@example.com" };
    const stranger = app.client().api.limits;
    const customer = (await aCustomer(app)).api.limits;
    await expectApiError(stranger.listLimits(page), "signed_out");
    await expectApiError(stranger.liftLimit(lift), "signed_out");
    await expectApiError(customer.listLimits(page), "forbidden");
    await expectApiError(customer.liftLimit(lift), "forbidden");
  });

  test("list what counts at the moment, reached limits first", async () => {
    const admin = await anAdmin(app);
    const { email } = await aCustomer(app);
    await failToSignIn("half@example.com", 2, "203.0.113.50");
    await failToSignIn(email, 5, "203.0.113.51");
    const { items, total } = await admin.api.limits.listLimits(page);
    expect(total).toBe(items.length);
    expect(items.find(({ who }) => who.startsWith(email))).toMatchObject({
      limit: "failedSignInsPerAccount",
      who: `${email} 203.0.113.51`,
      attempts: 5,
      mostAttempts: 5,
      withinSeconds: 900,
      isReached: true,
    });
    const half = await admin.api.limits.listLimits({ ...page, search: "HALF@" });
    expect(half.items).toMatchObject([
      { who: "half@example.com 203.0.113.50", limit: "failedSignInsPerAccount", attempts: 2 },
      { who: "half@example.com", limit: "failedSignInsPerHour", attempts: 2, mostAttempts: 200 },
      { who: "half@example.com", limit: "failedSignInsPerDay", attempts: 2, mostAttempts: 1_000 },
    ]);
    app.clock.advance(24 * 60 * 60_000 + 1000);
    expect((await admin.api.limits.listLimits({ ...page, search: email })).items).toEqual([]);
  });

  test("that count every attempt count one that another limit refuses", async () => {
    const { services } = app;
    const [signInsPerAddress, passwordResetsPerAccount] = ["203.0.113.53", "kept@example.com"];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await countAttempt(
        services.db,
        "passwordResetsPerAccount",
        passwordResetsPerAccount,
        services.now(),
      );
    }
    const refused = beginAttempt(services, { signInsPerAddress, passwordResetsPerAccount });
    await expect(refused).rejects.toMatchObject({ code: "too_many_requests" });
    const admin = await anAdmin(app);
    const { items } = await admin.api.limits.listLimits({ ...page, search: signInsPerAddress });
    expect(items).toMatchObject([{ limit: "signInsPerAddress", attempts: 1 }]);
  });

  test("have pages", async () => {
    const admin = await anAdmin(app);
    for (const name of ["a", "b", "c"]) await failToSignIn(`paged-${name}@example.com`, 1);
    const found = { search: "paged-", pageSize: 5 };
    const first = await admin.api.limits.listLimits({ ...found, page: 1 });
    const second = await admin.api.limits.listLimits({ ...found, page: 2 });
    expect([first.items.length, second.items.length, first.total]).toEqual([5, 4, 9]);
  });

  test("allow attempts again once lifted, which is in the audit log", async () => {
    const admin = await anAdmin(app);
    const { email, password } = await aCustomer(app);
    const ipAddress = "203.0.113.52";
    await failToSignIn(email, 5, ipAddress);
    const { auth } = app.client({ ipAddress }).api;
    await expectApiError(auth.signIn({ email, password }), "too_many_requests");
    const lift = { limit: "failedSignInsPerAccount", who: `${email} ${ipAddress}` };
    expect(await admin.api.limits.liftLimit(lift)).toEqual({});
    await auth.signIn({ email, password });
    await expectApiError(admin.api.limits.liftLimit(lift), "not_found");
    await expectApiError(admin.api.limits.liftLimit({ ...lift, limit: "toString" }), "not_found");
    const entries = await app.database.kysely
      .selectFrom("auditLog")
      .select(["actorId", "target", "before", "ipAddress"])
      .where("errorCode", "is", null)
      .where("action", "=", "limits.liftLimit")
      .execute();
    expect(entries).toMatchObject([
      {
        actorId: admin.userId,
        target: `failedSignInsPerAccount:${email} ${ipAddress}`,
        before: { attempts: 5 },
      },
    ]);
  });

  test("of an own place are lifted by a colleague", async () => {
    const admin = await anAdmin(app);
    const colleague = await anAdmin(app);
    const ipAddress = "203.0.113.53";
    await failToSignIn(admin.email, 1, ipAddress);
    const lift = { limit: "failedSignInsPerAccount", who: `${admin.email} ${ipAddress}` };
    await expectApiError(admin.api.limits.liftLimit(lift), "own_account");
    expect(await colleague.api.limits.liftLimit(lift)).toEqual({});
  });

  test("count a whole /64 of IPv6 as one visitor, and a single address of IPv4", async () => {
    const admin = await anAdmin(app);
    const attempt = (ipAddress: string) =>
      app.client({ ipAddress }).api.auth.signIn({ email: `${ipAddress}@example.com`, password });
    const password = "wrong tide";
    for (let host = 1; host <= 30; host += 1) {
      await expectApiError(attempt(`2001:DB8:1:2:${host}::1`), "invalid_credentials");
    }
    await expectApiError(attempt("2001:db8:1:2:ffff:ffff:ffff:ffff"), "too_many_requests");
    await expectApiError(attempt("2001:db8:1:3::1"), "invalid_credentials");
    await expectApiError(attempt("::ffff:203.0.113.200"), "invalid_credentials");
    await expectApiError(attempt("203.0.113.200"), "invalid_credentials");

    const { items } = await admin.api.limits.listLimits({ ...page, search: "2001:db8:1:2:9::9" });
    expect(items[0]).toMatchObject({
      limit: "signInsPerAddress",
      who: "2001:db8:1:2::/64",
      attempts: 30,
      isReached: true,
    });
    const ipv4 = await admin.api.limits.listLimits({ ...page, search: "203.0.113.200" });
    const ofAddress = ipv4.items.filter(({ limit }) => limit === "signInsPerAddress");
    expect(ofAddress).toMatchObject([{ who: "203.0.113.200", attempts: 2 }]);
    await admin.api.limits.liftLimit({ limit: "signInsPerAddress", who: "2001:db8:1:2::/64" });
    await expectApiError(attempt("2001:db8:1:2::1"), "invalid_credentials");
  });
});

test("every limit has a label in the admin area", () => {
  const ids = Object.keys(attemptLimits).map((limit) => `admin-limits.name.${limit}`);
  expect(ids.filter((id) => !(id in sentencesIn("en")))).toEqual([]);
});
