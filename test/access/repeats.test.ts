// What a repeated request does, for every operation that writes: as after an answer that was lost on its way.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations, type Operation } from "#app/contract/operations.ts";
import { contentsOf } from "#test/database-contents.ts";
import { failingCalls, type FailingCalls, type Failure } from "#test/failing-calls.ts";
import { isLongRun } from "#test/long-run.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { failuresOf } from "./failures-of.ts";
import { browserOf, createFixtures, thingsReadBy, type Fixtures, type Role } from "./fixtures.ts";
import { repeatScenes } from "./repeat-scenes.ts";
import { aStage, type Stage } from "./repeat-stage.ts";
import { rowOf } from "./rows.ts";

let app: TestApp;
let stage: Stage;
let shared: Fixtures;
let calls: FailingCalls;
beforeAll(async () => {
  app = await testApp();
  calls = failingCalls(app.database);
  stage = await aStage(app);
  shared = await createFixtures(app);
  return () => app.close();
});

type Input = Readonly<Record<string, unknown>>;
type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

/** The answer without links, which expire, or the code of the error. */
async function answerOf(client: TestClient, { area, verb }: Operation, input: Input) {
  // Operations are named as text here, which the client's types do not follow.
  const call = (client.api as unknown as AnyApi)[area]?.[verb];
  if (call === undefined) throw new Error(`There is no ${area}.${verb}.`);
  try {
    const answer = await call(input);
    return JSON.stringify(answer).replaceAll(/"[^"]*\/api\/files\/[^"]*"/g, '"link"');
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Another input that the contract takes, with the same key. */
function otherInput({ name, inputSchema }: Operation, input: Input): Input {
  if (!(inputSchema instanceof z.ZodType)) throw new Error(`${name} has no schema of its input.`);
  const others = Object.entries(input).flatMap(([field, value]): Input[] => {
    if (field === "idempotencyKey") return [];
    if (typeof value === "number") return [{ ...input, [field]: value + 1 }];
    if (typeof value === "boolean") return [{ ...input, [field]: !value }];
    if (typeof value !== "string") return [];
    return [randomUUID(), `${value}1`].map((text) => ({ ...input, [field]: text }));
  });
  const found = others.find((other) => inputSchema.safeParse(other).success);
  if (found === undefined) throw new Error(`There is no other input of ${name}.`);
  return found;
}

/** Who calls, with things to name. */
async function callerOf(operation: Operation) {
  const row = rowOf(operation);
  const role: Role = operation.isForStaff ? "admin" : "owner";
  const scene = await repeatScenes[operation.name]?.(stage);
  const needs = thingsReadBy((fixtures) => row.input(fixtures, role), shared);
  // Making things takes most of the time, and what is not final leaves them as they are.
  const isShared = scene !== undefined || (row.isFinal !== true && !operation.isIdempotent);
  const fixtures = isShared ? shared : await createFixtures(app, needs);
  const { client } = operation.isForStaff ? stage.admin : stage.customer;
  const caller = scene === undefined ? browserOf(app, fixtures, role) : client;
  const input: Input = { ...row.input(fixtures, role), ...scene };
  // Whether making its things has changed what is stored.
  const hasChanged = scene !== undefined || !isShared;
  return {
    input,
    hasChanged,
    call: async (sent: Input) => await answerOf(caller, operation, sent),
  };
}

const isAside = new Set(["attempts", "error_groups", "error_logs"]);

/** Everything that is stored but what counts attempts and logs errors. */
async function stored(): Promise<Readonly<Record<string, string>>> {
  const contents = Object.entries(await contentsOf(app.database));
  return Object.fromEntries(contents.filter(([table]) => !isAside.has(table)));
}

/** A refusal of staff is recorded in the audit log, and changes nothing else. */
const isNoRefusal = (table: string) => table !== "audit_log";

const changedTables = (before: Readonly<Record<string, string>>, after: typeof before) =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

const byBinder = operations.filter(
  ({ isIdempotent, transaction }) => isIdempotent && transaction === "one",
);
// The binder does the same for all: in the gate one of money, of goods and of manifests shows it.
const kinds = ["wallet.holdShippingFee", "packages.splitPackage", "manifests.addScan"];
const atOnce = byBinder.filter(({ name }) => isLongRun || kinds.includes(name));

describe("A repeat with the same key", () => {
  test("is answered as before and changes nothing", async () => {
    const failures = await failuresOf(byBinder, async (operation) => {
      const { input, call } = await callerOf(operation);
      const answer = await call(input);
      expect(answer).toMatch(/^\{/);
      const before = await stored();
      expect(await call(input)).toBe(answer);
      expect(await call(otherInput(operation, input))).toBe("idempotency_key_reused");
      expect(await call(input)).toBe(answer);
      expect(changedTables(before, await stored()).filter(isNoRefusal)).toEqual([]);
    });
    expect(failures).toEqual([]);
  });

  test("at the same moment waits for the first", async () => {
    const failures = await failuresOf(atOnce, async (operation) => {
      const { input, call } = await callerOf(operation);
      const answers = await Promise.all([call(input), call(input), call(input)]);
      expect(answers[0]).toMatch(/^\{/);
      expect(new Set(answers).size).toBe(1);
      const before = await stored();
      expect(await call(input)).toBe(answers[0]);
      expect(changedTables(before, await stored())).toEqual([]);
    });
    expect(failures).toEqual([]);
  });
});

const crashing = byBinder.filter(({ name }) => isLongRun || name === "wallet.requestPayout");

describe("A repeat after the database failed", () => {
  /** Calls while the commit fails; returns what was stored before. */
  async function failAtCommit(call: () => Promise<string>, failure: Failure) {
    const before = await stored();
    calls.arm("commit", failure);
    const answer = await call();
    expect(calls.disarm()).toBe(true);
    expect(answer).toMatch(/^(unexpected|service_unavailable)$/);
    return before;
  }

  test("before the commit runs it anew", async () => {
    const failures = await failuresOf(crashing, async (operation) => {
      const { input, call } = await callerOf(operation);
      const before = await failAtCommit(() => call(input), "rejected");
      expect(changedTables(before, await stored())).toEqual([]);
      const answer = await call(input);
      expect(answer).toMatch(/^\{/);
      const after = await stored();
      expect(await call(input)).toBe(answer);
      expect(changedTables(after, await stored())).toEqual([]);
    });
    expect(failures).toEqual([]);
  });

  test("after the commit is answered as it was stored", async () => {
    const failures = await failuresOf(crashing, async (operation) => {
      const { input, call } = await callerOf(operation);
      const before = await failAtCommit(() => call(input), "unanswered");
      const committed = await stored();
      expect(changedTables(before, committed)).toContain("requests");
      const answer = await call(input);
      expect(answer).toMatch(/^\{/);
      expect(changedTables(committed, await stored())).toEqual([]);
      expect(await call(otherInput(operation, input))).toBe("idempotency_key_reused");
    });
    expect(failures).toEqual([]);
  });
});

const withoutKey = operations.filter(
  ({ method, transaction, isIdempotent }) =>
    method !== "GET" && transaction === "one" && !isIdempotent,
);

const same = "The same is stored again.";
/** What a repeat changes all the same, and why that harms nobody. */
const repeatable: Readonly<Record<string, string>> = {
  "notifications.unsubscribe": same,
  "payments.startReconciliation": "A second reconciliation finds what the first one found.",
  "users.chooseLanguage": same,
  "users.resendStaffInvitation": "Each sends a new link, as often as its limit allows.",
  "users.updateDisplayCurrency": same,
  "users.updateNotificationSettings": same,
  "users.updateProfile": same,
  "wallet.startPayout": "Every reading of where the money goes is in the audit log.",
};

// One test for all of them, on a busy machine too.
test(
  "A repeat of any other operation is refused or changes nothing",
  { timeout: 400_000 },
  async () => {
    const changing: string[] = [];
    let latest = await stored();
    const failures = await failuresOf(withoutKey, async (operation) => {
      const { input, call, hasChanged } = await callerOf(operation);
      const before = hasChanged ? await stored() : latest;
      expect(await call(input)).toMatch(/^\{/);
      const done = await stored();
      expect(changedTables(before, done)).not.toEqual([]);
      const answer = await call(input);
      latest = await stored();
      const changed = changedTables(done, latest);
      const isRefused = !answer.startsWith("{");
      expect(isRefused ? changed.filter(isNoRefusal) : []).toEqual([]);
      if (!isRefused && changed.length > 0) changing.push(operation.name);
    });
    expect(failures).toEqual([]);
    expect(changing.toSorted()).toEqual(Object.keys(repeatable));
  },
);

const auth = "people/server/auth";
const deposits = "money/server/wallet/deposits.test.ts";
const renewal = "money/server/plans/subscription-renewal.test.ts";
const shipRequests = "shipping/server/ship-requests";
const twoFactor = `${auth}/two-factor/two-factor.test.ts`;

/** For what has transactions of its own: the test of its repeat, or why none is needed. */
const ownRepeats: Readonly<Record<string, string | readonly [file: string, test: string]>> = {
  "auth.refreshSession": "It counts as use of the session each time.",
  "auth.signUp": [
    `${auth}/pending-registrations.test.ts`,
    "again with the same values, as after a lost response, succeeds with one email",
  ],
  "auth.signIn": [`${auth}/sign-in.test.ts`, "ends the session that the browser had"],
  "auth.signInAsAdmin": "It ends the session that the browser had, as signing in does.",
  "auth.completeTwoFactor": [twoFactor, "works for one of twenty requests at once with one code"],
  "auth.signOut": [`${auth}/sign-in.test.ts`, "ends by signing out, for every copy of its cookie"],
  "auth.completeCallback": [
    `${auth}/registration.test.ts`,
    "opens one session for twenty uses of a link at once",
  ],
  "auth.resendVerification": [`${auth}/registration.test.ts`, "B5: sends at most one email"],
  "auth.requestPasswordReset": "Its emails are counted with those of auth.resendVerification.",
  "auth.resetPassword": [
    `${auth}/registration.test.ts`,
    "is replaced once by one link that is used twenty times at once",
  ],
  "auth.acceptInvitation": [
    "people/server/users/invitations/staff-invitations.test.ts",
    "makes one account of twenty at once",
  ],
  "auth.confirmPassword": "It confirms again.",
  "auth.startTwoFactor": [twoFactor, "starts with a secret, takes effect with a first code"],
  "auth.confirmTwoFactor": [twoFactor, "starts with a secret, takes effect with a first code"],
  "auth.renewBackupCodes": "Who has not read the codes gets others, which replace them.",
  "auth.disableTwoFactor": [twoFactor, "turning it off requires the password"],
  "users.closeAccount": [
    "office/server/users/closing/closing.test.ts",
    "ends every session, erases the name",
  ],
  "plans.startSubscription": [
    "money/server/plans/checkouts.test.ts",
    "calls at once with one idempotency key open one page",
  ],
  "plans.changeSubscription": [
    "money/server/plans/subscriptions.test.ts",
    "double clicks upwards bill once",
  ],
  "plans.cancelSubscription": [renewal, "keeps the plan until the period ends, and can be undone"],
  "plans.resumeSubscription": [renewal, "keeps the plan until the period ends, and can be undone"],
  "plans.settleSubscription": "It opens the provider's page of what is due, which is paid once.",
  "plans.endSubscription": [
    "money/server/plans/complimentary-plans.test.ts",
    "is rejected beside one until an admin ends that at the provider",
  ],
  "plans.refundPlanPayment": [
    "money/server/plans/refunds.test.ts",
    "says what was paid, and gives it back once",
  ],
  "wallet.startDeposit": [deposits, "a double click opens one checkout"],
  "wallet.resumeDeposit": "It answers with the page that is open.",
  "wallet.cancelDeposit": [deposits, "also twice at once and again"],
  "wallet.verifyDeposit": [deposits, "20 concurrent calls have one effect"],
  "packages.addImage": [
    "goods/server/packages/package-images.test.ts",
    "is added once for its key, which is of one picture",
  ],
  "packages.generateQrCode": [
    "goods/server/packages/qr-codes.test.ts",
    "stays the same when it is generated again",
  ],
  "notifications.subscribePush": [
    "notices/server/notifications/push.test.ts",
    "is that of its session, and described as there",
  ],
  "notifications.sendTestPush": "Each sends a message, as often as its limit allows.",
  "parcelClaims.addClaimFile": [
    "goods/server/parcel-claims/claims.test.ts",
    "is one of three, once for its key",
  ],
  "goods.addProof": [
    "goods/server/goods/goods-proofs.test.ts",
    "a file is stored once for its key",
  ],
  "cases.addCaseFile": ["office/server/cases/cases.test.ts", "is one of five, once for its key"],
  "receiving.addInboundParcelImage": [
    "goods/server/receiving/receiving-records.test.ts",
    "is added once for its key",
  ],
  "parcelRemovals.requestParcelRemoval": [
    `${shipRequests}/parcel-removals.test.ts`,
    "a repeat asks for nothing again",
  ],
  "tracking.refreshTracking": [
    "tracking/server/tracking/tracking.test.ts",
    "a customer asks for news once in ten minutes",
  ],
  "tracking.retryCarrierMessage": [
    "tracking/server/tracking/messages.test.ts",
    "what is repeated is stored once",
  ],
  "shipRequests.acceptQuote": [
    `${shipRequests}/ship-requests.test.ts`,
    "taps at once on request, accept and cancel have one effect",
  ],
  "packing.addPackingImage": [
    `${shipRequests}/ship-request-faults.test.ts`,
    "with any database call failing, happens once or not at all",
  ],
  "labels.attachLabel": [
    "shipping/server/labels/carrier-labels.test.ts",
    "is printed in place of ours, and a repeat changes nothing",
  ],
  "manifests.handOverManifest": [
    "shipping/server/manifests/hand-over.test.ts",
    "is begun once for its key",
  ],
  "rates.importRates": [
    "catalogue/server/shipping-services/rates.test.ts",
    "changes nothing when it is imported again",
  ],
  "functions.createWalletDeposit": "It has no key, and opens another page, which moves nothing.",
  "functions.verifyWalletDeposit": "It is wallet.verifyDeposit under another name.",
  "payments.retryProviderEvent": [
    "money/server/payments/provider-events.test.ts",
    "processed when retried",
  ],
  "settings.savePaymentAccess": [
    "money/server/settings/payment-access.test.ts",
    "is not overwritten from an outdated form",
  ],
  "settings.removePaymentAccess": [
    "money/server/settings/payment-access.test.ts",
    "until it is removed",
  ],
  "settings.saveTrackingKey": [
    "tracking/server/settings/tracking-access.test.ts",
    "until it is removed",
  ],
  "settings.removeTrackingKey": [
    "tracking/server/settings/tracking-access.test.ts",
    "until it is removed",
  ],
  "errorReports.reportError": [
    "platform/server/error-reports/errors.test.ts",
    "similar errors form one group",
  ],
};

test("A repeat of what has transactions of its own has a test of its own", () => {
  const own = operations.filter(({ transaction }) => transaction === "own");
  expect(Object.keys(ownRepeats).toSorted()).toEqual(own.map(({ name }) => name).toSorted());
  const missing = Object.values(ownRepeats).filter((stated) => {
    if (typeof stated === "string") return false;
    const [file, title] = stated;
    return !readFileSync(`src/${file}`, "utf8").includes(title);
  });
  expect(missing).toEqual([]);
});
