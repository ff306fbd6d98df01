import { beforeAll, describe, expect, test } from "vitest";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { changeAdmin } from "#people/server/users/admins.ts";
import { switchMaintenance } from "#office/server/settings/settings.ts";
import { expectApiError } from "#test/api-errors.ts";
import { follow } from "#test/follow.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { withTwoFactor } from "#test/two-factor.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

async function grant({ userId }: TestPerson, role: StaffRole) {
  return await admin.api.users.grantStaffRole({ userId, role });
}

async function end({ userId }: TestPerson, role: StaffRole) {
  return await admin.api.users.endStaffRole({ userId, role });
}

async function rolesOf({ api }: TestPerson): Promise<StaffRole[] | undefined> {
  return (await api.auth.readSession({}))?.person.roles;
}

async function storedRolesOf({ userId }: TestPerson) {
  const { kysely } = app.database;
  const stored = kysely.selectFrom("staffRoles").select(["role", "grantedBy", "endedAt"]);
  return await stored.where("userId", "=", userId).orderBy("grantedAt").orderBy("role").execute();
}

async function auditOf(target: string) {
  const { items } = await admin.api.audit.listEntries({ target });
  return items.map(({ action, before, after, errorCode }) => ({
    action,
    before,
    after,
    errorCode,
  }));
}

async function emailsTo(recipient: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("emails")
    .select(["kind", "language"])
    .where("recipient", "=", recipient)
    .orderBy("createdAt")
    .execute();
  return rows.map(({ kind, language }) => `${kind} ${language}`);
}

describe("A role", () => {
  test("A1: opens its operations at the next request, and closes them at the next request after it ended", async () => {
    const member = await aCustomer(app);
    await expectApiError(member.api.packages.listShipments({}), "forbidden");
    const granted = await grant(member, "support");
    expect(granted).toMatchObject({
      roles: ["support"],
      grantedRoles: [{ role: "support", grantedBy: admin.email }],
    });
    await member.api.packages.listShipments({});
    await member.api.users.listUsers({});
    await expectApiError(member.api.wallet.listPayoutRequests({}), "forbidden");
    expect((await end(member, "support")).roles).toEqual([]);
    await expectApiError(member.api.packages.listShipments({}), "forbidden");
    expect(await rolesOf(member)).toEqual([]);
    // The account is signed in as before.
    await member.api.wallet.readWallet({});
  });

  test("is recorded in the audit log with who granted and ended it, and stays stored", async () => {
    const member = await aCustomer(app);
    await grant(member, "packer");
    await grant(member, "receiver");
    await end(member, "packer");
    expect(await auditOf(member.userId)).toEqual([
      {
        action: "users.endStaffRole",
        before: { roles: ["packer", "receiver"] },
        after: { roles: ["receiver"], role: "packer" },
        errorCode: null,
      },
      {
        action: "users.grantStaffRole",
        before: { roles: ["packer"] },
        after: { roles: ["packer", "receiver"], role: "receiver" },
        errorCode: null,
      },
      {
        action: "users.grantStaffRole",
        before: { roles: [] },
        after: { roles: ["packer"], role: "packer" },
        errorCode: null,
      },
    ]);
    expect(await storedRolesOf(member)).toMatchObject([
      { role: "packer", grantedBy: admin.userId, endedAt: expect.any(Date) },
      { role: "receiver", grantedBy: admin.userId, endedAt: null },
    ]);
    const erase = app.database.kysely.deleteFrom("staffRoles").execute();
    await expect(erase).rejects.toMatchObject({ code: "42501" });
  });

  test("that is granted or ended is reported by email in the user's language", async () => {
    const member = await aCustomer(app);
    await member.api.users.chooseLanguage({ language: "zh-Hant-HK" });
    await grant(member, "receiver");
    await end(member, "receiver");
    expect(await emailsTo(member.email)).toEqual([
      "role-granted zh-Hant-HK",
      "role-ended zh-Hant-HK",
    ]);
  });

  test("granted again, or ended without being there, changes nothing and sends nothing", async () => {
    const member = await aCustomer(app);
    await Promise.all(Array.from({ length: 20 }, () => grant(member, "packer")));
    await end(member, "receiver");
    expect(await storedRolesOf(member)).toHaveLength(1);
    expect(await auditOf(member.userId)).toHaveLength(1);
    expect(await emailsTo(member.email)).toEqual(["role-granted en"]);
  });

  test("is never granted to oneself, to an admin, and to accounts that are closed or not verified", async () => {
    await expectApiError(grant(admin, "packer"), "own_account");
    await expectApiError(end(admin, "packer"), "own_account");
    await expectApiError(grant(await anAdmin(app), "packer"), "user_is_admin");
    const { kysely } = app.database;
    const closed = await aCustomer(app);
    await closed.api.users.closeAccount({ password: closed.password });
    await expectApiError(grant(closed, "packer"), "account_closed");
    const unverified = await aCustomer(app);
    const toUnverified = kysely.updateTable("users").set({ emailVerified: false });
    await toUnverified.where("id", "=", unverified.userId).execute();
    await expectApiError(grant(unverified, "packer"), "user_not_verified");
    const stored = [...(await storedRolesOf(closed)), ...(await storedRolesOf(unverified))];
    expect(stored).toEqual([]);
  });

  test("is never 'admin'", async () => {
    const { userId } = await aCustomer(app);
    const input = { userId, role: "admin" as StaffRole };
    await expectApiError(admin.api.users.grantStaffRole(input), "invalid_input");
  });

  test("is granted by admins alone, a manager included, after their password", async () => {
    const other = await aCustomer(app);
    const manager = await aStaffMember(app, ["manager"]);
    const input = { userId: other.userId, role: "packer" } as const;
    await expectApiError(manager.api.users.grantStaffRole(input), "forbidden");
    const late = await anAdmin(app);
    app.clock.advance(16 * 60_000);
    await expectApiError(late.api.users.grantStaffRole(input), "reauthentication_required");
    await late.api.auth.confirmPassword({ password: late.password });
    await late.api.users.grantStaffRole(input);
    await admin.api.auth.confirmPassword({ password: admin.password });
  });

  test("ends when the account is closed, and when it becomes an admin's", async () => {
    const closing = await aStaffMember(app, ["receiver", "packer"]);
    await closing.api.users.closeAccount({ password: closing.password });
    const promoted = await aStaffMember(app, ["packer"]);
    await changeAdmin(app.services, { email: promoted.email, isAdmin: true });
    await changeAdmin(app.services, { email: promoted.email, isAdmin: false });
    const stored = [...(await storedRolesOf(closing)), ...(await storedRolesOf(promoted))];
    expect(stored.map(({ role, endedAt }) => [role, endedAt !== null])).toEqual([
      ["packer", true],
      ["receiver", true],
      ["packer", true],
    ]);
  });

  test("is listed with the user, and users with a role are a state of the list", async () => {
    const member = await aStaffMember(app, ["support"]);
    const { items, total } = await admin.api.users.listUsers({ state: "staff", pageSize: 100 });
    expect(items.find(({ id }) => id === member.userId)?.roles).toEqual(["support"]);
    expect(items.every(({ roles, isAdmin }) => roles.length > 0 && !isAdmin)).toBe(true);
    expect(items).toHaveLength(total);
  });
});

describe("The open pages of a member of staff", () => {
  test("get changes of everybody's packages, but none of wallets, for a packer", async () => {
    const member = await aStaffMember(app, ["packer"]);
    const customer = await aCustomer(app, { plan: "Basic" });
    const stream = await follow(member.api.changeStream.subscribeToChanges({}));
    const before = stream.changes.length;
    await admin.api.wallet.adjustWallet({
      userId: customer.userId,
      kind: "credit",
      amount: "1.00",
      reason: "For the test",
      idempotencyKey: crypto.randomUUID(),
    });
    const { id } = await aPackage(customer);
    expect(await stream.receives("package", id)).toBe(true);
    const others = stream.changes
      .slice(before)
      .filter(({ subjectId }) => subjectId === customer.userId);
    expect(others).toEqual([]);
    await stream.close();
  });

  test("lose their stream as soon as a role is granted or ended, or two-factor authentication is turned off", async () => {
    const member = await aCustomer(app);
    const granting = await follow(member.api.changeStream.subscribeToChanges({}));
    await grant(member, "packer");
    expect(await granting.receives("profile", member.userId)).toBe(true);
    expect(await granting.ends()).toBe(true);
    const ending = await follow(member.api.changeStream.subscribeToChanges({}));
    await end(member, "packer");
    expect(await ending.ends()).toBe(true);
    const finance = await aStaffMember(app, ["finance"]);
    const turningOff = await follow(finance.api.changeStream.subscribeToChanges({}));
    await finance.api.auth.disableTwoFactor({ password: finance.password });
    expect(await turningOff.ends()).toBe(true);
  });
});

describe("Two-factor authentication", () => {
  test("A2: is required for finance and manager: operations of staff are rejected until it is on, and no others", async () => {
    for (const role of ["finance", "manager"] as const) {
      const member = await aCustomer(app);
      await grant(member, role);
      await expectApiError(
        member.api.wallet.listPayoutRequests({}),
        "two_factor_setup_required",
        "Your role requires two-factor authentication. Please set it up first.",
      );
      await member.api.wallet.readWallet({});
      await member.api.users.readProfile({});
      await withTwoFactor(app, member);
      await member.api.wallet.listPayoutRequests({});
      await member.api.auth.disableTwoFactor({ password: member.password });
      await expectApiError(member.api.wallet.listPayoutRequests({}), "two_factor_setup_required");
    }
  });

  test("blocks what another role would open, since the account has both", async () => {
    const member = await aCustomer(app);
    await grant(member, "packer");
    await member.api.packages.listShipments({});
    await grant(member, "finance");
    await expectApiError(member.api.packages.listShipments({}), "two_factor_setup_required");
  });
});

describe("Signing in", () => {
  test("to the admin area works with a role, and is rejected without one like a wrong password", async () => {
    const { email, password } = await aStaffMember(app, ["receiver"]);
    const session = await app.client().api.auth.signInAsAdmin({ email, password });
    expect(session.person).toMatchObject({ isAdmin: false, roles: ["receiver"] });
    const customer = await aCustomer(app);
    const input = { email: customer.email, password: customer.password };
    await expectApiError(app.client().api.auth.signInAsAdmin(input), "invalid_admin_credentials");
  });

  test("and everything else works for staff during maintenance, and not for customers", async () => {
    const member = await aStaffMember(app, ["packer"]);
    const customer = await aCustomer(app);
    await switchMaintenance(app.services, { isEnabled: true });
    app.services.settings.invalidate();
    await member.api.packages.listShipments({});
    await member.api.wallet.readWallet({});
    const { email, password } = member;
    await app.client().api.auth.signIn({ email, password });
    await app.client().api.auth.signInAsAdmin({ email, password });
    await expectApiError(customer.api.wallet.readWallet({}), "maintenance");
    await grant(customer, "packer");
    await customer.api.wallet.readWallet({});
    await end(customer, "packer");
    await expectApiError(customer.api.wallet.readWallet({}), "maintenance");
    await switchMaintenance(app.services, { isEnabled: false });
  });
});
