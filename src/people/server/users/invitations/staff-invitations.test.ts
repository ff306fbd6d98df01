import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeAdmin } from "#people/server/users/admins.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { expectApiError } from "#test/api-errors.ts";
import { anInvitedMember, invitationToken, invitedPassword } from "#test/invitations.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { deleteOldInvitations } from "./staff-invitations.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});
beforeEach(async () => {
  // Limits and reauthentication are of an account.
  admin = await anAdmin(app);
});

const day = 24 * 60 * 60_000;
const account = { fullName: "Chan Tai Man", password: invitedPassword };
const freshEmail = () => `${randomUUID()}@example.com`;

async function invite(email: string, role: StaffRole = "packer") {
  return await admin.api.users.inviteStaff({ email, role });
}

async function invited(role: StaffRole = "packer") {
  const email = freshEmail();
  const { id: invitationId } = await invite(email, role);
  return { email, invitationId, token: await invitationToken(app, email) };
}

/** Reading and accepting a link are refused with this code. */
async function expectRefused(token: string, code: Parameters<typeof expectApiError>[1]) {
  await expectApiError(app.client().api.auth.readInvitation({ token }), code);
  await expectApiError(app.client().api.auth.acceptInvitation({ token, ...account }), code);
}

async function usersWith(email: string) {
  const { kysely } = app.database;
  return await kysely.selectFrom("users").selectAll().where("email", "=", email).execute();
}

async function storedInvitations(email: string) {
  const stored = app.database.kysely.selectFrom("staffInvitations").selectAll();
  return await stored.where("email", "=", email).execute();
}

async function auditOf(target: string) {
  const { items } = await admin.api.audit.listEntries({ target });
  return items;
}

describe("An invitation", () => {
  test("says by whom and for what it is, and makes a verified account that is signed in with the role", async () => {
    const { email, token, invitationId } = await invited("receiver");
    const client = app.client();
    expect(await client.api.auth.readInvitation({ token })).toMatchObject({
      email,
      role: "receiver",
      invitedBy: admin.fullName,
      hasAccount: false,
    });
    const { person } = await client.api.auth.acceptInvitation({ token, ...account });
    expect(person).toMatchObject({
      email,
      fullName: "Chan Tai Man",
      roles: ["receiver"],
      isAdmin: false,
      isCustomer: false,
    });
    expect((await client.api.auth.readSession({}))?.person.roles).toEqual(["receiver"]);
    await app.client().api.auth.signIn({ email, password: invitedPassword });
    const { grantedRoles, isVerified } = await admin.api.users.readUser({ userId: person.id });
    expect(grantedRoles).toMatchObject([{ role: "receiver", grantedBy: admin.email }]);
    expect(isVerified).toBe(true);
    expect(await auditOf(person.id)).toMatchObject([
      {
        action: "auth.acceptInvitation",
        after: { role: "receiver", grantedBy: admin.userId },
        actorEmail: email,
      },
    ]);
    expect(await auditOf(invitationId)).toMatchObject([
      { action: "users.inviteStaff", after: { role: "receiver" }, actorEmail: admin.email },
    ]);
  });

  test("works while registration is closed", async () => {
    const setting = "allowNewRegistrations";
    await admin.api.settings.changeSetting({ setting, isEnabled: false });
    const { token } = await invited();
    const { person } = await app.client().api.auth.acceptInvitation({ token, ...account });
    expect(person.roles).toEqual(["packer"]);
    await admin.api.settings.changeSetting({ setting, isEnabled: true });
  });

  test("is written in the language of the account with this address", async () => {
    const customer = await aCustomer(app);
    await customer.api.users.chooseLanguage({ language: "zh-Hans" });
    await invite(customer.email);
    await app.runJobs();
    expect((await app.latestEmail(customer.email)).subject).toBe("邀请您加入 Sampan 团队");
  });

  test("is made by admins alone, after their password", async () => {
    const manager = await aStaffMember(app, ["manager"]);
    const input = { email: freshEmail(), role: "packer" } as const;
    await expectApiError(manager.api.users.inviteStaff(input), "forbidden");
    await expectApiError(manager.api.users.listStaffInvitations({}), "forbidden");
    app.clock.advance(16 * 60_000);
    await expectApiError(admin.api.users.inviteStaff(input), "reauthentication_required");
    await admin.api.auth.confirmPassword({ password: admin.password });
    await admin.api.users.inviteStaff(input);
  });

  test("is never for the role of an admin, for admins, and for a role that somebody has", async () => {
    await expectApiError(invite(freshEmail(), "admin" as StaffRole), "invalid_input");
    await expectApiError(invite((await anAdmin(app)).email), "user_is_admin");
    const packer = await aStaffMember(app, ["packer"]);
    await expectApiError(invite(packer.email, "packer"), "role_granted");
    await invite(packer.email, "receiver");
  });

  test("is one for an address at a time, also when two are sent at once", async () => {
    const email = freshEmail();
    const outcomes = await Promise.allSettled([invite(email), invite(email.toUpperCase())]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expectApiError(invite(email), "invitation_exists");
    expect(await storedInvitations(email)).toHaveLength(1);
    await app.runJobs();
    expect(app.sandboxes.mailbox?.list({ to: email, limit: 10 })).toHaveLength(1);
  });

  test("goes to an address five times a day at most", async () => {
    const { email, invitationId } = await invited();
    const { resendStaffInvitation, withdrawStaffInvitation } = admin.api.users;
    for (const _again of [2, 3, 4, 5]) await resendStaffInvitation({ invitationId });
    await expectApiError(resendStaffInvitation({ invitationId }), "too_many_requests");
    await withdrawStaffInvitation({ invitationId });
    await expectApiError(invite(email), "too_many_requests");
    // What was refused has stored nothing.
    expect(await storedInvitations(email)).toMatchObject([{ state: "withdrawn" }]);
  });

  test("is stored with the hash of its token", async () => {
    const { token, email } = await invited();
    const [stored] = await storedInvitations(email);
    expect(stored?.tokenHash).toHaveLength(32);
    expect(stored?.tokenHash.toString("utf8")).not.toContain(token);
  });
});

describe("The list of open invitations", () => {
  async function listed(email: string, by = admin) {
    const { items } = await by.api.users.listStaffInvitations({});
    return items.filter((item) => item.email === email);
  }

  test("names who was invited, by whom, when and until when, until it is accepted or withdrawn", async () => {
    const { email, token, invitationId } = await invited("support");
    const now = app.clock.now();
    expect(await listed(email)).toMatchObject([
      {
        id: invitationId,
        email,
        role: "support",
        invitedBy: admin.email,
        invitedAt: expect.any(String),
        isLinkValid: true,
      },
    ]);
    const [item] = await listed(email);
    const validFor = Date.parse(item?.expiresAt ?? "") - Date.parse(item?.invitedAt ?? "");
    expect(validFor).toBe(7 * day);
    expect(Date.parse(item?.invitedAt ?? "")).toBeLessThanOrEqual(now.getTime());
    await app.client().api.auth.acceptInvitation({ token, ...account });
    expect(await listed(email)).toEqual([]);
    await expectApiError(admin.api.users.withdrawStaffInvitation({ invitationId }), "not_found");
    await expectApiError(admin.api.users.resendStaffInvitation({ invitationId }), "not_found");
  });

  test("has a hundred at most", async () => {
    const { kysely } = app.database;
    const { items } = await admin.api.users.listStaffInvitations({});
    const invitedAt = app.clock.now();
    const rows = Array.from({ length: 100 - items.length }, (_, index) => ({
      email: `hundred${index}@example.com`,
      role: "packer" as const,
      invitedBy: admin.userId,
      tokenHash: Buffer.from(randomUUID()),
      invitedAt,
      expiresAt: new Date(invitedAt.getTime() + day),
    }));
    await kysely.insertInto("staffInvitations").values(rows).execute();
    await expectApiError(invite(freshEmail()), "too_many_invitations");
    await kysely.deleteFrom("staffInvitations").where("email", "like", "hundred%").execute();
    await invite(freshEmail());
  });

  test("has one that expired for a day, which can be sent again", async () => {
    const { email, token, invitationId } = await invited();
    app.clock.advance(7 * day);
    await expectRefused(token, "invitation_expired");
    const late = await anAdmin(app);
    expect(await listed(email, late)).toMatchObject([{ isLinkValid: false }]);
    await late.api.users.resendStaffInvitation({ invitationId });
    await expectRefused(token, "invitation_unknown");
    const newer = await invitationToken(app, email);
    await app.client().api.auth.acceptInvitation({ token: newer, ...account });
  });

  test("has those of somebody who is no admin any more, which others send again", async () => {
    const { email, token, invitationId } = await invited();
    await changeAdmin(app.services, { email: admin.email, isAdmin: false });
    await expectRefused(token, "invitation_withdrawn");
    const other = await anAdmin(app);
    expect(await listed(email, other)).toMatchObject([{ isLinkValid: false }]);
    await other.api.users.resendStaffInvitation({ invitationId });
    expect(await listed(email, other)).toMatchObject([{ invitedBy: other.email }]);
    const newer = await invitationToken(app, email);
    expect(await app.client().api.auth.readInvitation({ token: newer })).toMatchObject({ email });
  });

  test("leaves out an expired one of an address that is invited anew", async () => {
    const { email, invitationId } = await invited();
    app.clock.advance(7 * day);
    admin = await anAdmin(app);
    const { id } = await invite(email);
    expect(id).not.toBe(invitationId);
    expect(await listed(email)).toMatchObject([{ id, isLinkValid: true }]);
  });
});

describe("A link that no longer works says why", () => {
  test("when it was used", async () => {
    const { token } = await invited();
    await app.client().api.auth.acceptInvitation({ token, ...account });
    await expectRefused(token, "invitation_accepted");
  });

  test("when it was withdrawn, which the audit log has without the address", async () => {
    const { email, token, invitationId } = await invited();
    await admin.api.users.withdrawStaffInvitation({ invitationId });
    await expectRefused(token, "invitation_withdrawn");
    const entries = await auditOf(invitationId);
    // The name is that of the row while it is stored.
    expect(entries.map(({ action, targetName }) => [action, targetName])).toEqual([
      ["users.withdrawStaffInvitation", email],
      ["users.inviteStaff", email],
    ]);
    const facts = entries.map(({ target, before, after }) => ({ target, before, after }));
    expect(JSON.stringify(facts)).not.toContain(email);
  });

  test("when a newer one was sent, as one that was never sent", async () => {
    const { email, token, invitationId } = await invited();
    await admin.api.users.resendStaffInvitation({ invitationId });
    await expectRefused(token, "invitation_unknown");
    await expectRefused("made-up", "invitation_unknown");
    expect(await invitationToken(app, email)).not.toBe(token);
  });

  test("until it is erased, a day after it has expired, accepted or not", async () => {
    const { email, token } = await invited();
    const accepted = await anInvitedMember(app, admin, "packer");
    app.clock.advance(8 * day - 60_000);
    await deleteOldInvitations(app.services);
    expect(await storedInvitations(email)).toHaveLength(1);
    app.clock.advance(120_000);
    await deleteOldInvitations(app.services);
    expect(await storedInvitations(email)).toEqual([]);
    expect(await storedInvitations(accepted.email)).toEqual([]);
    await expectRefused(token, "invitation_unknown");
    expect(await usersWith(email)).toEqual([]);
  });
});

describe("Accepting", () => {
  test("makes one account of twenty at once", async () => {
    const { email, token } = await invited();
    const accepting = Array.from({ length: 20 }, () =>
      app.client().api.auth.acceptInvitation({ token, ...account }),
    );
    const outcomes = await Promise.allSettled(accepting);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await usersWith(email)).toHaveLength(1);
  });

  test("needs a name and a good password, and uses nothing up before", async () => {
    const { token } = await invited();
    const accept = (fields: Partial<typeof account>) =>
      app.client().api.auth.acceptInvitation({ token, ...account, ...fields });
    await expectApiError(accept({ fullName: " " }), "missing_information");
    await expect(accept({ password: "123456" })).rejects.toMatchObject({ code: "weak_password" });
    await accept({});
  });

  test("with an account of that address gives it the role after signing in, and makes no second one", async () => {
    const customer = await aCustomer(app);
    await invite(customer.email, "support");
    const token = await invitationToken(app, customer.email);
    const visitor = app.client();
    expect(await visitor.api.auth.readInvitation({ token })).toMatchObject({ hasAccount: true });
    await expectApiError(visitor.api.auth.acceptInvitation({ token, ...account }), "email_taken");
    await expectApiError(visitor.api.auth.acceptInvitedRole({ token }), "signed_out");
    const other = await aCustomer(app);
    await expectApiError(other.api.auth.acceptInvitedRole({ token }), "invitation_of_another");
    const outcomes = await Promise.allSettled([
      customer.api.auth.acceptInvitedRole({ token }),
      customer.api.auth.acceptInvitedRole({ token }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const session = await customer.api.auth.readSession({});
    expect(session?.person).toMatchObject({ roles: ["support"], isCustomer: true });
    expect(await usersWith(customer.email)).toHaveLength(1);
    expect(await auditOf(customer.userId)).toMatchObject([
      { action: "auth.acceptInvitation", after: { role: "support" } },
    ]);
  });

  test("makes the links of earlier sign-ups with the address void", async () => {
    const email = freshEmail();
    const stranger = { fullName: "Somebody", email, password: "another fine password" };
    await app.client().api.auth.signUp(stranger);
    await app.runJobs();
    const { text } = await app.latestEmail(email);
    const accessToken = /#access_token=([\w-]+)/.exec(text)?.[1] ?? "";
    await invite(email);
    const token = await invitationToken(app, email);
    await app.client().api.auth.acceptInvitation({ token, ...account });
    await expectApiError(app.client().api.auth.completeCallback({ accessToken }), "link_not_valid");
  });
});

describe("Who was invited", () => {
  test("has neither wallet nor member code, until they ask for them once", async () => {
    const { userId, client } = await anInvitedMember(app, admin, "packer");
    const { kysely } = app.database;
    async function owned() {
      const wallets = kysely.selectFrom("ledgerAccounts").select("balanceCents");
      const codes = kysely.selectFrom("memberCodes").select("code");
      return {
        wallets: await wallets.where("userId", "=", userId).execute(),
        codes: await codes.where("userId", "=", userId).execute(),
      };
    }
    expect(await owned()).toEqual({ wallets: [], codes: [] });
    expect(await admin.api.users.readUser({ userId })).toMatchObject({
      walletBalanceCents: null,
      heldCents: null,
      memberCode: null,
    });
    const adjustment = { userId, kind: "credit", amount: "1.00", reason: "Gift" } as const;
    const idempotencyKey = randomUUID();
    await expectApiError(
      admin.api.wallet.adjustWallet({ ...adjustment, idempotencyKey }),
      "not_found",
    );
    await Promise.all(Array.from({ length: 5 }, () => client.api.users.openCustomerArea({})));
    expect(await owned()).toEqual({
      wallets: [{ balanceCents: 0n }],
      codes: [{ code: expect.any(String) }],
    });
    expect((await client.api.auth.readSession({}))?.person.isCustomer).toBe(true);
    expect(await client.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0 });
  });

  test("can export and close the account, which erases the invitation", async () => {
    const { email, userId, client } = await anInvitedMember(app, admin, "packer");
    const { content } = await client.api.users.exportAccount({
      part: "everything",
      timeZone: "UTC",
      locale: "en",
    });
    expect(content).toContain(email);
    const codes = app.database.kysely.selectFrom("memberCodes").select("code");
    expect(await codes.where("userId", "=", userId).execute()).toEqual([]);
    await client.api.users.closeAccount({ password: invitedPassword });
    expect(await storedInvitations(email)).toEqual([]);
    expect(await admin.api.users.readUser({ userId })).toMatchObject({
      closedAt: expect.any(String),
      grantedRoles: [],
    });
  });

  test("by somebody who closes the account is no longer named", async () => {
    const { email } = await invited();
    await changeAdmin(app.services, { email: admin.email, isAdmin: false });
    const { api } = app.client();
    await api.auth.signIn({ email: admin.email, password: admin.password });
    await api.users.closeAccount({ password: admin.password });
    expect(await storedInvitations(email)).toEqual([]);
  });
});
