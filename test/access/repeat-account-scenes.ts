// Accounts, cases and money in the state in which an operation changes them.
import { randomUUID } from "node:crypto";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { unsubscribeToken } from "#platform/server/emails/email.ts";
import { anInvitation, invitationToken } from "#test/invitations.ts";
import { aCustomer, aStaffMember, signInBrowser } from "#test/users.ts";
import { aCaseOf, aHold, reason, received, type Stage } from "./repeat-stage.ts";

export type Scenes = Readonly<Record<string, (stage: Stage) => Promise<object>>>;

export const accounts: Scenes = {
  "auth.endOtherSessions": async ({ app, customer }) => {
    await signInBrowser(app, app.client(), customer.userId);
    return {};
  },
  "users.resendStaffInvitation": async ({ admin }) => await anInvitation(admin),
  "users.withdrawStaffInvitation": async ({ admin }) => await anInvitation(admin),
  "auth.acceptInvitedRole": async ({ app, admin, customer }) => {
    await admin.api.users.inviteStaff({ email: customer.email, role: "support" });
    return { token: await invitationToken(app, customer.email) };
  },
  "users.openCustomerArea": async ({ app, customer }) => {
    const { kysely } = app.database;
    const asInvited = kysely.updateTable("users").set({ isCustomer: false });
    await asInvited.where("id", "=", customer.userId).execute();
    return {};
  },
  "users.restoreUser": async ({ app, admin }) => {
    const suspended = { userId: (await aCustomer(app)).userId, reason };
    await admin.api.users.suspendUser(suspended);
    return suspended;
  },
  "plans.adjustQuota": async ({ customer }) => ({
    userId: customer.userId,
    packageQuota: 60,
    reason,
  }),
  "limits.liftLimit": async ({ app, customer }) => {
    await countAttempt(app.services.db, "uploadsPerAccount", customer.userId, app.clock.now());
    return { limit: "uploadsPerAccount", who: customer.userId };
  },
  "errorReports.resolveError": async ({ admin, customer }) => {
    await customer.api.errorReports.reportError({ errorMessage: reason, source: "matrix" });
    const { items } = await admin.api.errorReports.listErrors({});
    return { errorGroupId: items[0]?.id, isResolved: true };
  },
  "notifications.markRead": async (stage) => {
    await received(stage);
    const { items } = await stage.customer.api.notifications.listNotifications({});
    return { notificationId: items[0]?.id };
  },
  "notifications.setPreference": async () => ({ isOn: false }),
  "notifications.unsubscribe": async ({ app, customer }) => {
    const unsubscribed = { userId: customer.userId, name: "deposit-received" } as const;
    return { token: unsubscribeToken(app.config.secret, unsubscribed) };
  },
  "wallet.holdShippingFee": async ({ customer }) => ({
    userId: customer.userId,
    amount: "1.00",
    reason,
  }),
  "wallet.settleHold": async (stage) => ({ ...(await aHold(stage)), amount: "1.00" }),
  "wallet.releaseHold": async (stage) => await aHold(stage),
  "wallet.requestPayout": async ({ app, customer }) => {
    const query = app.database.kysely.selectFrom("payoutRequests").select("id as payoutRequestId");
    const own = query.where("userId", "=", customer.userId).where("settledAt", "is", null);
    // A customer has one at a time.
    for (const open of await own.execute()) await customer.api.wallet.withdrawPayout(open);
    return { amount: "5.00", details: "To account 42" };
  },
  "cases.chooseInCase": async ({ admin, customer }) => {
    const caseId = await aCaseOf(customer);
    const asked = {
      caseId,
      text: reason,
      choices: [{ label: "Yes" }],
      idempotencyKey: randomUUID(),
    };
    const { messages } = await admin.api.cases.askCase(asked);
    return { caseId, messageId: messages.at(-1)?.id ?? "", code: "1" };
  },
  "cases.confirmGrant": async ({ app, customer }) => {
    // Of a purchase nothing says what it was worth, so that only the limits of people hold.
    const { id: caseId } = await customer.api.cases.openCase({
      subject: "account",
      subjectId: customer.userId,
      problem: "order",
      text: reason,
      idempotencyKey: randomUUID(),
    });
    const { api } = await aStaffMember(app, ["support"]);
    const granted = { caseId, amountCents: 2_500, outcome: reason };
    await api.cases.grantCase({ ...granted, idempotencyKey: randomUUID() });
    return granted;
  },
  "settings.changeSetting": async () => ({ isEnabled: false }),
  "admin.giveBackWorkItem": async ({ admin, customer }) => {
    const id = await aCaseOf(customer);
    const taken = { kind: "open_cases", id } as const;
    await admin.api.admin.takeWorkItem(taken);
    return taken;
  },
};
