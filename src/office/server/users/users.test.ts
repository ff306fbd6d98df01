import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import { beforeAll, describe, expect, test } from "vitest";
import type { UserDetails } from "#office/contract/admin-users.ts";
import { callSandbox, payCheckout } from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { withTwoFactor } from "#test/two-factor.ts";
import { changeAdmin, ensureAdmin } from "#people/server/users/admins.ts";
import { aggregateProfileCounts } from "./users.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp({ settings: { ADMIN_EMAIL: "operator@example.com" } });
  admin = await anAdmin(app);
  return () => app.close();
});

const reason = "Asked for by phone";
const nobody = randomUUID();

function fieldsOf({ fullName, email, subscription, packageQuota }: UserDetails) {
  return { fullName, email, subscription, packageQuota };
}

/** An edit that expects the account as it is now. */
async function editOf(userId: string, change: object = {}) {
  const expectedVersion = fieldsOf(await admin.api.users.readUser({ userId }));
  return { userId, expectedVersion, ...expectedVersion, reason, ...change };
}

async function auditOf(target: string) {
  return await app.database.kysely
    .selectFrom("auditLog")
    .select(["action", "actorId", "before", "after", "reason", "ipAddress"])
    .where("errorCode", "is", null)
    .where("target", "=", target)
    .orderBy("id")
    .execute();
}

describe("The list of users", () => {
  const list = { search: "", page: 1, pageSize: 20 };

  test("is only for admins", async () => {
    await expectApiError(app.client().api.users.listUsers(list), "signed_out");
    await expectApiError((await aCustomer(app)).api.users.listUsers(list), "forbidden");
  });

  test("finds any part of a name or email in any case, and has pages", async () => {
    for (const fullName of ["Zed 100%", "Zed Two", "Zed Three"]) await aCustomer(app, { fullName });
    const page = await admin.api.users.listUsers({ search: "zED", page: 1, pageSize: 2 });
    expect(page.total).toBe(3);
    expect(page.items.map(({ fullName }) => fullName)).toEqual(["Zed Three", "Zed Two"]);
    const literal = await admin.api.users.listUsers({ ...list, search: "100%" });
    expect(literal.items.map(({ fullName }) => fullName)).toEqual(["Zed 100%"]);
    const byEmail = await admin.api.users.listUsers({ ...list, search: admin.email.slice(0, 20) });
    expect(byEmail.items.map(({ email }) => email)).toEqual([admin.email]);
  });

  test("orders by each column, either way, and by the state of accounts", async () => {
    const [anna, bert] = [
      await aCustomer(app, { fullName: "Order anna", plan: "Basic", packageQuota: 1 }),
      await aCustomer(app, { fullName: "Order Bert", packageQuota: 0 }),
    ];
    const idempotencyKey = randomUUID();
    const credit = { userId: bert.userId, kind: "credit", amount: "3.00", reason } as const;
    await admin.api.wallet.adjustWallet({ ...credit, idempotencyKey });
    const ordered = async (wanted: object) => {
      const { items } = await admin.api.users.listUsers({ ...list, search: "order", ...wanted });
      return items.map(({ id }) => (id === anna.userId ? "anna" : "bert"));
    };
    expect(await ordered({})).toEqual(["bert", "anna"]);
    expect(await ordered({ order: "createdAt", direction: "asc" })).toEqual(["anna", "bert"]);
    expect(await ordered({ order: "fullName", direction: "asc" })).toEqual(["anna", "bert"]);
    expect(await ordered({ order: "subscription", direction: "desc" })).toEqual(["anna", "bert"]);
    expect(await ordered({ order: "packageQuota", direction: "asc" })).toEqual(["bert", "anna"]);
    expect(await ordered({ order: "walletBalance", direction: "desc" })).toEqual(["bert", "anna"]);
    await admin.api.users.suspendUser({ userId: anna.userId, reason });
    expect(await ordered({ state: "suspended" })).toEqual(["anna"]);
    expect(await ordered({ state: "active" })).toEqual(["bert"]);
    expect(await ordered({ state: "closed" })).toEqual([]);
    expect(await ordered({ state: "admins" })).toEqual([]);
  });

  test("has the exact number of users in each state, before and after changes are aggregated", async () => {
    const suspended = await aCustomer(app, { plan: "Basic" });
    await admin.api.users.suspendUser({ userId: suspended.userId, reason });
    const check = async () => {
      for (const state of [
        "all",
        "active",
        "subscribed",
        "withMoney",
        "withHolds",
        "suspended",
        "closed",
        "admins",
      ] as const) {
        const { items, total } = await admin.api.users.listUsers({
          ...list,
          state,
          pageSize: 100,
        });
        expect({ state, total }).toEqual({ state, total: items.length });
      }
    };
    await check();
    expect(await aggregateProfileCounts(app.services)).toBeGreaterThan(0);
    expect(await aggregateProfileCounts(app.services)).toBe(0);
    await check();
  });

  test("limits its page size and rejects unknown orders", async () => {
    const strange = [{ pageSize: 101 }, { pageSize: 0 }, { page: 0 }, { page: 1.5 }];
    for (const wrong of [...strange, { order: "password" as never }, { search: "a\u0000" }]) {
      const call = admin.api.users.listUsers({ ...list, ...wrong });
      await expect(call).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});

describe("One user", () => {
  test("is shown only to admins, with plan and state", async () => {
    const customer = await aCustomer(app, { plan: "Super" });
    const input = { userId: customer.userId };
    await expectApiError(app.client().api.users.readUser(input), "signed_out");
    await expectApiError(customer.api.users.readUser(input), "forbidden");
    await expectApiError(admin.api.users.readUser({ userId: nobody }), "not_found");
    const strange = admin.api.users.readUser({ userId: "1; drop table users" });
    await expect(strange).rejects.toMatchObject({ code: "invalid_input" });
    expect(await admin.api.users.readUser(input)).toMatchObject({
      email: customer.email,
      isVerified: true,
      hasTwoFactor: false,
      suspendedAt: null,
      closedAt: null,
      plan: { subscription: "Super", packageQuota: 10 },
    });
  });
});

describe("Changing a user", () => {
  test("requires a reauthenticated admin, a name, an email and a reason", async () => {
    const customer = await aCustomer(app);
    const { userId } = customer;
    const edit = await editOf(userId, { fullName: "Li Na" });
    await expectApiError(app.client().api.users.updateUser(edit), "signed_out");
    await expectApiError(customer.api.users.updateUser(edit), "forbidden");
    const { updateUser } = admin.api.users;
    await expectApiError(updateUser({ ...edit, userId: nobody }), "not_found");
    await expectApiError(updateUser({ ...edit, fullName: " " }), "missing_information");
    await expectApiError(updateUser({ ...edit, email: " " }), "missing_information");
    await expectApiError(updateUser({ ...edit, email: "mei at home" }), "invalid_email");
    await expectApiError(
      updateUser({ ...edit, subscription: "Basic", packageQuota: 5, reason: "" }),
      "missing_information",
    );
    await expectApiError(updateUser({ ...edit, packageQuota: 3 }), "no_subscription");
    const malformed = [
      { fullName: "x".repeat(201) },
      { fullName: "Mei\u0000" },
      { packageQuota: -1 },
      { packageQuota: 1001 },
      { subscription: "Gold" as never },
      { walletBalanceCents: 1 },
      { isAdmin: true },
    ];
    for (const wrong of malformed) {
      const call = updateUser({ ...edit, ...wrong });
      await expect(call).rejects.toMatchObject({ code: "invalid_input" });
    }
    const other = await anAdmin(app);
    app.clock.advance(16 * 60_000);
    await expectApiError(other.api.users.updateUser(edit), "reauthentication_required");
    await admin.api.auth.confirmPassword({ password: admin.password });
    expect(await admin.api.users.readUser({ userId })).toMatchObject({ fullName: "Mei Chan" });
    expect(await auditOf(userId)).toEqual([]);
  });

  test("saves a name as typed, in any script and without a reason, and records it in the audit log", async () => {
    const { userId, api } = await aCustomer(app);
    const fullName = "مي لينغ 🚢 陳美玲";
    const edit = await editOf(userId, { fullName, reason: "" });
    expect(await admin.api.users.updateUser(edit)).toMatchObject({ fullName });
    expect((await api.users.readProfile({})).fullName).toBe(fullName);
    expect(await auditOf(userId)).toEqual([
      {
        action: "users.updateUser",
        actorId: admin.userId,
        before: { fullName: "Mei Chan" },
        after: { fullName },
        reason: null,
        ipAddress: expect.stringMatching(/^10\./),
      },
    ]);
    const same = await editOf(userId, { reason: "" });
    await admin.api.users.updateUser(same);
    expect(await auditOf(userId)).toHaveLength(1);
  });

  test("gives a plan with its quota, sets another quota, and ends the plan", async () => {
    const { userId } = await aCustomer(app);
    const { updateUser } = admin.api.users;
    const gift = await editOf(userId, { subscription: "Super", packageQuota: 10 });
    expect(await updateUser(gift)).toMatchObject({
      subscription: "Super",
      packageQuota: 10,
      maxWeightGrams: 4000,
      plan: { status: "complimentary" },
    });
    app.clock.advance(1000);
    const more = await editOf(userId, { subscription: "Basic", packageQuota: 7 });
    expect(await updateUser(more)).toMatchObject({ subscription: "Basic", packageQuota: 7 });
    const none = await editOf(userId, { subscription: null, packageQuota: 0 });
    expect(await updateUser(none)).toMatchObject({ subscription: null, plan: { status: "none" } });
    const entries = await auditOf(userId);
    expect(entries.map(({ action, reason: why }) => [action, why])).toEqual([
      ["users.updateUser", reason],
      ["users.updateUser", reason],
      ["users.updateUser", reason],
    ]);
    // The plan came with another quota than the one that was set.
    expect(entries).toContainEqual(
      expect.objectContaining({
        before: { subscription: "Super", packageQuota: 10 },
        after: { subscription: "Basic", packageQuota: 7 },
      }),
    );
  });

  test("changes nothing when a part is rejected: a plan that the provider bills must end there first", async () => {
    const { userId, api } = await aCustomer(app);
    const { url } = await api.plans.startSubscription({
      plan: "Basic",
      idempotencyKey: randomUUID(),
    });
    await payCheckout(app, url);
    await app.deliverWebhooks();
    await app.runJobs();
    const edit = await editOf(userId, { fullName: "Li Na", subscription: "Premium" });
    await expectApiError(
      admin.api.users.updateUser({ ...edit, packageQuota: 12 }),
      "subscription_exists",
    );
    expect(await admin.api.users.readUser({ userId })).toMatchObject({
      fullName: "Mei Chan",
      subscription: "Basic",
      plan: { status: "active" },
    });
    await admin.api.plans.endSubscription({ userId, reason });
    const after = await editOf(userId, { subscription: "Premium", packageQuota: 12 });
    expect(await admin.api.users.updateUser(after)).toMatchObject({ subscription: "Premium" });
  });

  test("throws a conflict with the present account after another change; of ten at once nine fail", async () => {
    const { userId } = await aCustomer(app, { plan: "Basic" });
    const edit = await editOf(userId);
    const calls = await Promise.allSettled(
      Array.from({ length: 10 }, (_, number) =>
        admin.api.users.updateUser({ ...edit, fullName: `Mei ${number}` }),
      ),
    );
    const rejected = calls.filter((call) => call.status === "rejected");
    expect(rejected).toHaveLength(9);
    const { fullName } = await admin.api.users.readUser({ userId });
    for (const { reason: error } of rejected) {
      expect(error).toBeInstanceOf(ORPCError);
      expect(error).toMatchObject({
        code: "conflict",
        data: { current: { ...edit.expectedVersion, fullName } },
      });
    }
    await app.database.kysely
      .updateTable("profiles")
      .set({ packageQuota: 4, phone: "+852 5555 0100" })
      .where("id", "=", userId)
      .execute();
    const late = {
      ...edit,
      expectedVersion: { ...edit.expectedVersion, fullName },
      fullName: "Late",
    };
    await expectApiError(admin.api.users.updateUser(late), "conflict");
  });

  test("is rejected for a closed account", async () => {
    const { userId, api, password } = await aCustomer(app);
    await api.users.closeAccount({ password });
    const edit = await editOf(userId, { fullName: "Li Na" });
    await expectApiError(admin.api.users.updateUser(edit), "account_closed");
    const suspension = { userId, reason };
    await expectApiError(admin.api.users.suspendUser(suspension), "account_closed");
  });
});

describe("Changing a user's email", () => {
  const aNewAddress = () => `${randomUUID()}@example.org`;

  test("requires verification before signing in; both addresses are notified, old links and sessions end", async () => {
    const { userId, email, password, api } = await aCustomer(app);
    await app.client().api.auth.requestPasswordReset({ email });
    const oldLink = /#token=([\w-]+)/.exec((await app.latestEmail(email)).text)?.[1] ?? "";
    const moved = aNewAddress();
    const edit = await editOf(userId, { email: ` ${moved.toUpperCase()} ` });
    expect(await admin.api.users.updateUser(edit)).toMatchObject({
      email: moved,
      isVerified: false,
    });
    expect(await api.auth.readSession({})).toBeNull();
    const visitor = app.client().api.auth;
    await expectApiError(visitor.signIn({ email, password }), "invalid_credentials");
    await expectApiError(visitor.signIn({ email: moved, password }), "email_not_verified");
    const reset = visitor.resetPassword({ token: oldLink, password: "a new tide comes in" });
    await expectApiError(reset, "link_not_valid");

    const notified = await app.latestEmail(email);
    expect(notified.subject).toBe("The email address of your account was changed");
    expect(notified.text).not.toContain(moved);
    const message = await app.latestEmail(moved);
    expect(message.subject).toBe("Confirm your new email address");
    expect(message.text).not.toContain(email);
    const accessToken = /#access_token=([\w-]+)/.exec(message.text)?.[1] ?? "";
    await visitor.completeCallback({ accessToken });
    expect((await app.client().api.auth.signIn({ email: moved, password })).person.id).toBe(userId);
    expect(await auditOf(userId)).toMatchObject([
      { action: "users.updateUser", before: { email }, after: { email: moved }, reason },
    ]);
  });

  test("is rejected for an email that has an account, also when two change to it at once", async () => {
    const [one, two] = [await aCustomer(app), await aCustomer(app)];
    const { updateUser } = admin.api.users;
    const taken = await editOf(one.userId, { email: two.email });
    await expectApiError(updateUser(taken), "email_taken");
    const email = aNewAddress();
    const edits = [await editOf(one.userId, { email }), await editOf(two.userId, { email })];
    const calls = await Promise.allSettled(edits.map((edit) => updateUser(edit)));
    const rejected = calls.filter((call) => call.status === "rejected");
    expect(rejected.map(({ reason: error }) => (error as { code: string }).code)).toEqual([
      "email_taken",
    ]);
    expect(await one.api.auth.readSession({}).then((session) => session !== null)).toBe(
      calls[0]?.status === "rejected",
    );
  });

  test("is rejected to and from the address of ADMIN_EMAIL, and on the own account", async () => {
    await ensureAdmin(app.services, () => undefined);
    const named = { search: "operator@example.com", page: 1, pageSize: 1 };
    const { items } = await admin.api.users.listUsers(named);
    const from = await editOf(items[0]?.id ?? "", { email: aNewAddress() });
    await expectApiError(admin.api.users.updateUser(from), "configured_admin");
    const { userId } = await aCustomer(app);
    const to = await editOf(userId, { email: "OPERATOR@example.com" });
    await expectApiError(admin.api.users.updateUser(to), "configured_admin");
    const own = await editOf(admin.userId, { email: aNewAddress() });
    await expectApiError(admin.api.users.updateUser(own), "own_account");
  });

  test("is sent to the payment provider, which emails receipts", async () => {
    const { userId, api } = await aCustomer(app);
    await api.wallet.startDeposit({ amount: "5.00", idempotencyKey: randomUUID() });
    const email = aNewAddress();
    await admin.api.users.updateUser(await editOf(userId, { email }));
    expect((await app.runJobs()).errors).toEqual([]);
    const { customerId } = await app.database.kysely
      .selectFrom("providerCustomers")
      .select("customerId")
      .where("userId", "=", userId)
      .executeTakeFirstOrThrow();
    expect(await callSandbox(app, `customers/${customerId}`)).toMatchObject({ email });
  });
});

describe("Suspending a user", () => {
  test("requires a reauthenticated admin and a reason, and is rejected for oneself and a second time", async () => {
    const customer = await aCustomer(app);
    const input = { userId: customer.userId, reason };
    for (const verb of ["suspendUser", "restoreUser"] as const) {
      const ask = admin.api.users[verb];
      await expectApiError(app.client().api.users[verb](input), "signed_out");
      await expectApiError(customer.api.users[verb](input), "forbidden");
      await expectApiError(ask({ ...input, reason: " " }), "missing_information");
      await expectApiError(ask({ ...input, userId: nobody }), "not_found");
      const long = ask({ ...input, reason: "x".repeat(501) });
      await expect(long).rejects.toMatchObject({ code: "invalid_input" });
      const other = await anAdmin(app);
      app.clock.advance(16 * 60_000);
      await expectApiError(other.api.users[verb](input), "reauthentication_required");
      await admin.api.auth.confirmPassword({ password: admin.password });
    }
    const own = admin.api.users.suspendUser({ ...input, userId: admin.userId });
    await expectApiError(own, "own_account");
    await expectApiError(admin.api.users.restoreUser(input), "conflict");
    await admin.api.users.suspendUser(input);
    await expectApiError(admin.api.users.suspendUser(input), "conflict");
  });

  test("ends every session at once, and is disclosed only to the right password", async () => {
    const { userId, email, password, api } = await aCustomer(app);
    const why = "A card that was not theirs";
    expect(await admin.api.users.suspendUser({ userId, reason: why })).toMatchObject({
      suspensionReason: why,
      suspendedAt: expect.any(String),
    });
    expect(await api.auth.readSession({})).toBeNull();
    await expectApiError(api.wallet.readWallet({}), "signed_out");
    const message = await app.latestEmail(email);
    expect(message.subject).toBe("Your account is suspended");
    expect(message.text).toContain(why);
    const visitor = app.client().api.auth;
    await expectApiError(visitor.signIn({ email, password: "wrong tide" }), "invalid_credentials");
    await expectApiError(visitor.signIn({ email, password }), "account_suspended");

    expect(await admin.api.users.restoreUser({ userId, reason })).toMatchObject({
      suspendedAt: null,
      suspensionReason: null,
    });
    expect((await app.latestEmail(email)).subject).toBe("Your account is open again");
    expect((await visitor.signIn({ email, password })).person.id).toBe(userId);
    expect(await auditOf(userId)).toMatchObject([
      { action: "users.suspendUser", after: { isSuspended: true }, reason: why },
      { action: "users.restoreUser", before: { reason: why }, reason },
    ]);
  });

  test("blocks every other way to sign in: a session opened at the same time, an emailed link, a pending code", async () => {
    const person = await aCustomer(app);
    const { userId, email, password, client } = person;
    await withTwoFactor(app, person);
    const waiting = app.client();
    await expectApiError(waiting.api.auth.signIn({ email, password }), "two_factor_required");
    await app.client().api.auth.requestPasswordReset({ email });
    const token = /#token=([\w-]+)/.exec((await app.latestEmail(email)).text)?.[1] ?? "";
    await admin.api.users.suspendUser({ userId, reason });
    await signInBrowser(app, client, userId);
    expect(await client.api.auth.readSession({})).toBeNull();
    await expectApiError(
      waiting.api.auth.completeTwoFactor({ code: "123456" }),
      "challenge_expired",
    );
    const fresh = "a new tide comes in";
    await waiting.api.auth.resetPassword({ token, password: fresh });
    await expectApiError(waiting.api.auth.signIn({ email, password: fresh }), "account_suspended");
  });

  test("succeeds for one of two admins who suspend each other, and the last active admin stays", async () => {
    const [one, two] = [await anAdmin(app), await anAdmin(app)];
    const calls = await Promise.allSettled([
      one.api.users.suspendUser({ userId: two.userId, reason }),
      two.api.users.suspendUser({ userId: one.userId, reason }),
    ]);
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const left = calls[0]?.status === "fulfilled" ? one : two;
    const gone = left === one ? two : one;
    const { signInAsAdmin } = app.client().api.auth;
    const { email, password } = gone;
    await expectApiError(signInAsAdmin({ email, password }), "account_suspended");
    await expectApiError(
      signInAsAdmin({ email, password: "wrong tide" }),
      "invalid_admin_credentials",
    );
    const { kysely } = app.database;
    const others = await kysely
      .selectFrom("profiles")
      .select("email")
      .where("isAdmin", "=", true)
      .where("id", "not in", [left.userId, gone.userId])
      .execute();
    for (const other of others)
      await changeAdmin(app.services, { email: other.email, isAdmin: false });
    const last = await changeAdmin(app.services, { email: left.email, isAdmin: false });
    expect(last).toBe("last_admin");
    expect(await changeAdmin(app.services, { email, isAdmin: false })).toBe("changed");
  });
});
