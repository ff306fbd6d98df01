import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { applySubscription } from "#money/server/plans/apply-subscription.ts";
import { failingCalls, type Failure, type FailingCalls } from "#test/failing-calls.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { isLongRun, timesAtOnce } from "#test/long-run.ts";
import { packageInput } from "#test/packages.ts";
import { controlSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { aCustomer, anAdmin, aStaffMember, signInBrowser, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

// The gate tries one place in a few; all of them take minutes.
const stride = isLongRun ? 1 : 43;
const mostCalls = 200;
/** What an act that is not disturbed may take more or less than another time. */
const moreCalls = 10;

let app: TestApp;
let admin: TestPerson;
let calls: FailingCalls;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  calls = failingCalls(app.database);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

/** Somebody about to do something, which may be done again and then has no further effect. */
type Scene = { readonly customer: TestPerson; readonly act: () => Promise<unknown> };

/** All that a person has, without ids and times, so that it can be compared with what another has. */
async function stateOf({ userId }: TestPerson): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`
    select jsonb_build_object(
      'wallet', (select jsonb_build_array(balance_cents, held_cents, version) from ledger_accounts where user_id = ${userId}),
      'history', (select jsonb_agg(concat_ws(' ', type, amount_cents, status) order by type, amount_cents, status)
        from transactions where user_id = ${userId}),
      'holds', (select jsonb_agg(concat_ws(' ', state, amount_cents, settled_cents)) from holds where user_id = ${userId}),
      'payouts', (select jsonb_agg(concat_ws(' ', amount_cents, outcome, details_encrypted is null))
        from payout_requests where user_id = ${userId}),
      'cases', (select jsonb_agg(concat_ws(' ', state, granted_cents, transaction_id is null, second_by is null))
        from cases where user_id = ${userId}),
      'emails', (select jsonb_agg(kind order by kind) from emails l
        join profiles p on p.email = l.recipient where p.id = ${userId} and kind like 'payout%'),
      'plan', (select jsonb_build_array(subscription, package_quota, max_weight_grams) from profiles where id = ${userId}),
      'months', (select count(*) from plan_periods where user_id = ${userId}),
      -- The route's three legs, else one, else none: which, is for the savepoint behind them to say.
      'packages', (select jsonb_agg(concat_ws(' ', p.status,
          (select count(*) from shipping_legs l where l.package_id = p.id) in (0, 1, 3),
          (select count(*) from events e where e.subject_id = p.id)))
        from packages p where p.user_id = ${userId}),
      'record', (select jsonb_agg(action order by action) from audit_log where target = ${userId}::text)
    ) as state
  `.execute(app.database.kysely);
  return rows[0]?.state;
}

async function aFundedCustomer(): Promise<TestPerson> {
  const customer = await aCustomer(app);
  await adjust(customer, "credit", "50")();
  return customer;
}

function adjust({ userId }: TestPerson, kind: "credit" | "deduction", amount: string) {
  const input = { userId, kind, amount, reason: "Freight", idempotencyKey: randomUUID() };
  return () => admin.api.wallet.adjustWallet(input);
}

function hold({ userId }: TestPerson) {
  const input = { userId, amount: "20", reason: "Quote", idempotencyKey: randomUUID() };
  return () => admin.api.wallet.holdShippingFee(input);
}

async function held(): Promise<{ customer: TestPerson; holdId: string }> {
  const customer = await aFundedCustomer();
  return { customer, holdId: (await hold(customer)()).hold.id };
}

function askForPayout({ api }: TestPerson) {
  const input = { amount: "20", details: "To account 42", idempotencyKey: randomUUID() };
  return () => api.wallet.requestPayout(input);
}

async function askedForPayout(): Promise<{ customer: TestPerson; payoutRequestId: string }> {
  const customer = await aFundedCustomer();
  return { customer, payoutRequestId: (await askForPayout(customer)()).id };
}

async function anOpenCase(): Promise<{ customer: TestPerson; caseId: string }> {
  const customer = await aCustomer(app);
  const { id: caseId } = await customer.api.cases.openCase({
    subject: "account",
    subjectId: customer.userId,
    problem: "other",
    text: "It came late.",
    idempotencyKey: randomUUID(),
  });
  return { customer, caseId };
}

let earlierSubscription: string | null = null;

/** A checkout for Basic that is paid; the one before is ended, so that months pass quickly for the provider. */
async function paidSubscription(): Promise<{ customer: TestPerson; subscriptionId: string }> {
  const customer = await aCustomer(app);
  const input = { plan: "Basic", idempotencyKey: randomUUID() } as const;
  const { url } = await customer.api.plans.startSubscription(input);
  await payCheckout(app, url);
  const session = await app.services.payment.readCheckoutSession(sessionIdOf(url));
  const subscriptionId = session?.subscriptionId ?? "";
  if (earlierSubscription !== null) {
    await controlSandbox(app, `subscriptions/${earlierSubscription}/status`, {
      status: "canceled",
    });
  }
  earlierSubscription = subscriptionId;
  return { customer, subscriptionId };
}

const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
  "opening a deposit": async () => {
    const customer = await aCustomer(app);
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    return { customer, act: () => customer.api.wallet.startDeposit(input) };
  },
  "coming back from a paid deposit": async () => {
    const customer = await aCustomer(app);
    const input = { amount: "25.50", idempotencyKey: randomUUID() };
    const { url } = await customer.api.wallet.startDeposit(input);
    await payCheckout(app, url);
    const sessionId = sessionIdOf(url);
    return { customer, act: () => customer.api.wallet.verifyDeposit({ sessionId }) };
  },
  "a credit by an admin": async () => {
    const customer = await aCustomer(app);
    return { customer, act: adjust(customer, "credit", "12.34") };
  },
  "a fee deducted by an admin": async () => {
    const customer = await aFundedCustomer();
    return { customer, act: adjust(customer, "deduction", "12.34") };
  },
  "holding a fee": async () => {
    const customer = await aFundedCustomer();
    return { customer, act: hold(customer) };
  },
  "settling a hold above what was held": async () => {
    const { customer, holdId } = await held();
    return { customer, act: () => admin.api.wallet.settleHold({ holdId, amount: "21.50" }) };
  },
  "settling a hold below what was held": async () => {
    const { customer, holdId } = await held();
    return { customer, act: () => admin.api.wallet.settleHold({ holdId, amount: "18.50" }) };
  },
  "releasing a hold": async () => {
    const { customer, holdId } = await held();
    const input = { holdId, reason: "The package was canceled" };
    return { customer, act: () => admin.api.wallet.releaseHold(input) };
  },
  "asking for a payout": async () => {
    const customer = await aFundedCustomer();
    return { customer, act: askForPayout(customer) };
  },
  "withdrawing a payout": async () => {
    const { customer, payoutRequestId } = await askedForPayout();
    return { customer, act: () => customer.api.wallet.withdrawPayout({ payoutRequestId }) };
  },
  "paying a payout": async () => {
    const { customer, payoutRequestId } = await askedForPayout();
    const input = { payoutRequestId, isPaid: true, reference: "FT-42" };
    return { customer, act: () => admin.api.wallet.settlePayoutRequest(input) };
  },
  "declining a payout": async () => {
    const { customer, payoutRequestId } = await askedForPayout();
    const input = { payoutRequestId, isPaid: false, reason: "No such account" };
    return { customer, act: () => admin.api.wallet.settlePayoutRequest(input) };
  },
  "granting money in a case": async () => {
    const { customer, caseId } = await anOpenCase();
    const input = { caseId, amountCents: 1_500, outcome: "It came late." };
    const granted = { ...input, idempotencyKey: randomUUID() };
    return { customer, act: () => admin.api.cases.grantCase(granted) };
  },
  "confirming money that somebody proposed in a case": async () => {
    const { customer, caseId } = await anOpenCase();
    const input = { caseId, amountCents: 2_500, outcome: "It came late." };
    const proposed = { ...input, idempotencyKey: randomUUID() };
    // The session of who proposed it before may have ended by now.
    const support = await aStaffMember(app, ["support"]);
    await support.api.cases.grantCase(proposed);
    const confirmed = { ...input, idempotencyKey: randomUUID() };
    return { customer, act: () => admin.api.cases.confirmGrant(confirmed) };
  },
  "registering a package": async () => {
    const customer = await aCustomer(app, { plan: "Basic" });
    const input = packageInput();
    return { customer, act: () => customer.api.packages.createPackage(input) };
  },
  "a plan that is granted": async () => {
    const { customer, subscriptionId } = await paidSubscription();
    return { customer, act: () => applySubscription(app.services, subscriptionId) };
  },
  "a plan that is changed": async () => {
    const { customer, subscriptionId } = await paidSubscription();
    await applySubscription(app.services, subscriptionId);
    const wanted = { plan: "Premium" } as const;
    // The provider may have changed it though we failed: its event then brings what asking again does not.
    const act = () =>
      customer.api.plans.changeSubscription(wanted).finally(async () => {
        if (!isArmed) await applySubscription(app.services, subscriptionId);
      });
    return { customer, act };
  },
  "a plan that is renewed": async () => {
    const { customer, subscriptionId } = await paidSubscription();
    await applySubscription(app.services, subscriptionId);
    app.clock.advance(31 * 86_400_000);
    await controlSandbox(app, "clock");
    await signInBrowser(app, admin.client, admin.userId);
    return { customer, act: () => applySubscription(app.services, subscriptionId) };
  },
};

let isArmed = false;

async function tryOnce(act: Scene["act"], place: number, failure: Failure): Promise<boolean> {
  calls.arm(place, failure);
  isArmed = true;
  try {
    await act().catch(() => undefined);
  } finally {
    isArmed = false;
  }
  return calls.disarm();
}

/** What somebody has before and after an act that is not disturbed, and how many calls it takes. */
type Whole = { readonly before: unknown; readonly after: unknown; readonly callCount: number };

async function play(stage: () => Promise<Scene>): Promise<Whole> {
  const { customer, act } = await stage();
  const before = await stateOf(customer);
  calls.disarm();
  await act();
  const callCount = calls.made();
  const after = await stateOf(customer);
  expect(after).not.toEqual(before);
  return { before, after, callCount };
}

const wholes = new Map<string, Promise<Whole>>();

/** Each scene is played undisturbed once. */
function wholeOf(name: string): Promise<Whole> {
  const whole = wholes.get(name) ?? play(sceneOf(name));
  wholes.set(name, whole);
  return whole;
}

/** Every wrong end, a sentence each, and how many places were tried. */
async function failEverywhere(name: string, failure: Failure) {
  const { before, after, callCount } = await wholeOf(name);
  const wrong: string[] = [];
  let tried = 0;
  for (let place = 1; place <= mostCalls; place += stride) {
    if (place > callCount + moreCalls) return { wrong, tried };
    const { customer, act } = await sceneOf(name)();
    if (!(await tryOnce(act, place, failure))) return { wrong, tried };
    tried += 1;
    const between = JSON.stringify(await stateOf(customer));
    if (between !== JSON.stringify(before) && between !== JSON.stringify(after)) {
      wrong.push(`${name}, call ${place} ${failure}: half done, ${between}`);
    }
    await act().catch(() => undefined);
    const end = JSON.stringify(await stateOf(customer));
    if (end !== JSON.stringify(after)) {
      wrong.push(`${name}, call ${place} ${failure}: input again it ended as ${end}`);
    }
  }
  throw new Error(`${name} takes more than ${mostCalls} calls.`);
}

function sceneOf(name: string): () => Promise<Scene> {
  const stage = scenes[name];
  if (stage === undefined) throw new Error(`There is no scene ${name}.`);
  return stage;
}

test.each(Object.keys(scenes))(
  "F3: %s survives a failure of any one of its calls",
  { timeout: 600_000 },
  async (name) => {
    const rejected = await failEverywhere(name, "rejected");
    const unanswered = await failEverywhere(name, "unanswered");
    expect([...rejected.wrong, ...unanswered.wrong]).toEqual([]);
    expect(rejected.tried).toBeGreaterThan(0);
    if (isLongRun) console.info(`${name}: ${rejected.tried + unanswered.tried} failures`);
  },
);

test.each(Object.keys(scenes))(
  `F7, L6: %s, input for ${timesAtOnce} times at once, has one effect`,
  async (name) => {
    const { after } = await wholeOf(name);
    const { customer, act } = await sceneOf(name)();
    const tried = await Promise.allSettled(Array.from({ length: timesAtOnce }, act));
    expect(tried.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await stateOf(customer)).toEqual(after);
  },
);
