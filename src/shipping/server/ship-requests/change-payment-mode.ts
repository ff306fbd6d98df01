import { apiError } from "#platform/contract/errors.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { requestHoldKey } from "#money/rules/ledger.ts";
import { cappedCents } from "#shipping/rules/ship-quote.ts";
import type { PaymentMode } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  listRequestHolds,
  makeRequestHolds,
  releaseRequestHolds,
} from "#money/server/wallet/request-holds.ts";
import { settleOnQuotes } from "./apply-quote.ts";
import { describeShipRequest } from "./ship-requests.ts";
import {
  toHeldFor,
  isHoldOfExtraService,
  lockRequest,
  saveRequest,
  type LockedRequest,
  type RequestActor,
} from "./change-request.ts";
import { signWithCap } from "./declaration.ts";
import { quotePackage } from "./quote-package.ts";
import { readServiceFacts } from "./service-facts.ts";

type Input = {
  readonly shipRequestId: string;
  readonly expectedVersion: number;
  readonly paymentMode: PaymentMode;
  readonly serviceCode: string | null;
  readonly capCents: number | null;
};

const changeableStates = ["requested", "packing", "waiting_for_customer"] as const;

/** Replaces the hold of the cap; returns the round of the holds. */
async function holdCap(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  capCents: number | null,
): Promise<number> {
  const { request } = locked;
  const at = context.now();
  const held = (await listRequestHolds(db, request.id)).filter(
    (hold) => !isHoldOfExtraService(hold),
  );
  await releaseRequestHolds(db, held, { endedBy: context.session.person.id, at });
  if (capCents === null) return request.holdRound;
  const round = request.holdRound + 1;
  const key = requestHoldKey("shipping_fee", request.id, round);
  await makeRequestHolds(context, db, toHeldFor(locked), [
    { type: "shipping_fee", key, amountCents: capCents, reasonCode: "shipping_cap" },
  ]);
  return round;
}

/** Of a packed box, throws `cap_too_low` with the price where that is above the new cap. */
async function requote(
  context: SignedInContext,
  db: Db,
  locked: LockedRequest,
  actor: RequestActor,
): Promise<void> {
  const { request } = locked;
  const quoted = await quotePackage(context, db, locked);
  const chosen = quoted.quotes.find(({ serviceCode }) => serviceCode === request.serviceCode);
  if (request.capCents !== null) {
    if (chosen === undefined) {
      const closed = quoted.compared.find(({ service }) => service.code === request.serviceCode);
      throw apiError("service_closed", { reasons: closed?.reasons ?? [] });
    }
    const priceCents = cappedCents(chosen);
    if (priceCents > request.capCents) throw apiError("cap_too_low", { priceCents });
  }
  await settleOnQuotes(context, db, locked, actor, quoted);
}

/**
 * Changes how an own request is paid until it is accepted: the hold of a cap is made anew or released. A packed box whose
 * price is within the new cap is accepted at once, unless staff corrected what it declares. What is the same already changes
 * nothing.
 *
 * Throws `not_found`, `conflict`, `invalid_payment_mode`, `declaration_incomplete`, `too_many_lines` and `category_not_possible` with
 * a cap, which signs, `cap_too_low` (with the price), `service_closed` and `insufficient_balance`.
 */
export async function changePaymentMode(
  context: SignedInContext,
  input: Input,
): Promise<ShipRequest> {
  const { db } = context;
  const userId = context.session.person.id;
  const payment = parsePayment(input);
  const locked = await lockRequest(context, db, input.shipRequestId, userId);
  const { request } = locked;
  const { version, paymentMode, capCents, serviceCode } = request;
  const stored: Payment = { paymentMode, capCents, serviceCode };
  // One that is quoted first keeps the service that was chosen since.
  const wanted = { ...payment, serviceCode: payment.serviceCode ?? serviceCode };
  if (context.edits(stored, wanted, version) === null) {
    return await describeShipRequest(context, request.id);
  }
  if (!changeableStates.some((state) => state === request.state)) {
    throw apiError("conflict", { current: request.state });
  }
  const facts = await readServiceFacts(context, db, request.warehouseId);
  const isOffered = facts.offered.some(({ code }) => code === payment.serviceCode);
  if (payment.serviceCode !== null && !isOffered) throw apiError("service_closed", { reasons: [] });
  const holdRound = await holdCap(context, db, locked, payment.capCents);
  const actor: RequestActor = { actor: "customer", actorId: userId, at: context.now() };
  const changed = await saveRequest(
    db,
    locked,
    actor,
    {
      ...payment,
      holdRound,
      quoteId: null,
      reopenedQuoteId: null,
    },
    [
      "payment_mode_changed",
      {
        paymentMode: payment.paymentMode,
        ...(payment.capCents !== null && { amountCents: payment.capCents }),
      },
    ],
  );
  const signed =
    payment.capCents === null ? changed : await signWithCap(context, db, changed, actor.at);
  const isPackedBox = request.state === "waiting_for_customer" && request.packedAt !== null;
  if (isPackedBox) await requote(context, db, signed, actor);
  return await describeShipRequest(context, request.id);
}

type Payment = {
  readonly paymentMode: PaymentMode;
  readonly serviceCode: string | null;
  readonly capCents: number | null;
};

/** The payment as it is stored: paying after the quote needs no service. Throws `invalid_payment_mode`. */
export function parsePayment({ paymentMode, serviceCode, capCents }: Payment): Payment {
  if (paymentMode === "quote_first") {
    if (capCents !== null) throw apiError("invalid_payment_mode");
    return { paymentMode, serviceCode: null, capCents };
  }
  if (serviceCode === null || capCents === null) throw apiError("invalid_payment_mode");
  return { paymentMode, serviceCode, capCents };
}
