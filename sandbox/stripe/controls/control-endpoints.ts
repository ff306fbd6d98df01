/** The controls, by which tests and users simulate the clock, customers and banks. */
import { ApiError } from "#sandbox/stripe/api-error.ts";
import { chargeReference, requirePaidCharge } from "#sandbox/stripe/charges.ts";
import { settleDelayedCheckout } from "#sandbox/stripe/checkout-payment.ts";
import { requireSession } from "#sandbox/stripe/checkout-sessions.ts";
import { advanceClock, clockOffsetSeconds } from "#sandbox/stripe/clock.ts";
import { disputeReasons, type DisputeReason } from "#sandbox/stripe/dispute-shape.ts";
import { closeDispute, openDispute } from "#sandbox/stripe/disputes.ts";
import { type Endpoint, endpoint } from "#sandbox/stripe/endpoint.ts";
import { maximumAmountCents } from "#sandbox/stripe/money.ts";
import { choice, optional, type Reader, text, whole } from "#sandbox/stripe/parameters.ts";
import { failRefund } from "#sandbox/stripe/refunds.ts";
import { readRetryRules, writeRetryRules } from "#sandbox/stripe/retry-rules.ts";
import type { SandboxState } from "#sandbox/stripe/sandbox-state.ts";
import { subscriptionControls } from "./subscription-controls.ts";
import { webhookControls } from "./webhook-controls.ts";

const furthestSeconds = 3 * 366 * 86_400;
const mostRetries = 8;

function readClock(sandbox: SandboxState) {
  return {
    now: sandbox.now().toISOString(),
    wallNow: sandbox.wallNow().toISOString(),
    offsetSeconds: clockOffsetSeconds(sandbox.database),
  };
}

const moment: Reader<Date> = (value, name) => {
  const read = new Date(text(40)(value, name));
  if (Number.isNaN(read.getTime())) {
    throw new ApiError(`Invalid time: ${name} must be like 2027-02-28T10:00:00Z.`, { param: name });
  }
  return read;
};

function secondsToAdvance(
  sandbox: SandboxState,
  sent: { advanceSeconds: number | undefined; to: Date | undefined },
): number {
  const { advanceSeconds, to } = sent;
  if ((advanceSeconds === undefined) === (to === undefined)) {
    throw new ApiError("Send either advanceSeconds or to, and not both.");
  }
  const seconds = advanceSeconds ?? Math.ceil((Number(to) - sandbox.now().getTime()) / 1000);
  if (seconds < 0 || seconds > furthestSeconds) {
    throw new ApiError("The clock goes forward only, and at most three years at once.", {
      param: to === undefined ? "advanceSeconds" : "to",
    });
  }
  return seconds;
}

const clockControls: Endpoint[] = [
  endpoint("GET", "/controls/clock", {}, readClock),
  endpoint(
    "POST",
    "/controls/clock",
    { advanceSeconds: optional(whole(0, furthestSeconds)), to: optional(moment) },
    (sandbox, sent) => {
      advanceClock(sandbox, secondsToAdvance(sandbox, sent));
      return readClock(sandbox);
    },
  ),
];

/** Days between attempts, as `3,5,7`; empty for no second attempt. */
const waits: Reader<number[]> = (value, name) => {
  const parts = value === "" ? [] : text(100)(value, name).split(",");
  if (parts.length > mostRetries) {
    throw new ApiError(`Send at most ${mostRetries} waits in ${name}.`, { param: name });
  }
  return parts.map((part) => whole(1, 60)(part.trim(), name));
};

const retryControls: Endpoint[] = [
  endpoint("GET", "/controls/retry_rules", {}, (sandbox) => readRetryRules(sandbox.database)),
  endpoint(
    "POST",
    "/controls/retry_rules",
    {
      waitsDays: optional(waits),
      afterwards: optional(choice("canceled", "unpaid", "past_due")),
    },
    (sandbox, sent) => {
      const stored = readRetryRules(sandbox.database);
      const rules = {
        waitsDays: sent.waitsDays ?? stored.waitsDays,
        afterwards: sent.afterwards ?? stored.afterwards,
      };
      writeRetryRules(sandbox.database, rules);
      return rules;
    },
  ),
];

const reasons = Object.keys(disputeReasons) as DisputeReason[];

const moneyControls: Endpoint[] = [
  endpoint(
    "POST",
    "/controls/disputes",
    {
      ...chargeReference,
      amount: optional(whole(1, maximumAmountCents)),
      reason: optional(choice(...reasons)),
      kind: optional(choice("chargeback", "inquiry")),
    },
    (sandbox, sent) =>
      openDispute(sandbox, requirePaidCharge(sandbox, sent), {
        amountCents: sent.amount,
        reason: sent.reason ?? "fraudulent",
        isInquiry: sent.kind === "inquiry",
      }),
  ),
  endpoint(
    "POST",
    "/controls/disputes/:id/close",
    { outcome: choice("won", "lost") },
    (sandbox, { outcome }, id) => closeDispute(sandbox, id, outcome),
  ),
  endpoint("POST", "/controls/refunds/:id/fail", {}, (sandbox, _sent, id) =>
    failRefund(sandbox, id),
  ),
  endpoint(
    "POST",
    "/controls/checkout_sessions/:id/settle",
    { outcome: choice("succeeded", "failed") },
    (sandbox, { outcome }, id) =>
      settleDelayedCheckout(sandbox, requireSession(sandbox, id), outcome),
  ),
];

/** Everything under `/controls/`, for callers with a test key; `POST` takes forms or JSON. */
export const controlEndpoints: Endpoint[] = [
  ...clockControls,
  ...moneyControls,
  ...retryControls,
  ...subscriptionControls,
  ...webhookControls,
];
