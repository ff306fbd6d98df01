import { createHash } from "node:crypto";
import type { ParcelClaim } from "#goods/contract/parcel-claims.ts";
import { apiError } from "#platform/contract/errors.ts";
import { claimedNumberLength } from "#goods/rules/parcel-claim.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { countParcelChange } from "#goods/server/inbound-parcels/count-parcel-change.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import { findClaimByKey, hasOpenClaim, insertClaim, type ClaimRow } from "./claim-queries.ts";
import { describeOwnClaim } from "./describe-claims.ts";

type Input = {
  readonly trackingNumber: string;
  readonly note: string;
  readonly idempotencyKey: string;
};

function parseNumber(text: string): string {
  const checked = checkTrackingNumber(text, claimedNumberLength);
  if (!checked.ok) throw apiError("invalid_tracking_number", { reason: checked.reason });
  return checked.trackingNumber;
}

async function claim(context: SignedInContext, db: Db, input: Input): Promise<ClaimRow> {
  const { trackingNumber, note, idempotencyKey } = input;
  const userId = context.session.person.id;
  const now = context.now();
  const requestHash = createHash("sha256")
    .update(JSON.stringify([trackingNumber, note]))
    .digest();
  await lockCustomer(db, userId);
  const earlier = await findClaimByKey(db, idempotencyKey);
  if (earlier !== undefined) {
    const isSame = earlier.userId === userId && earlier.requestHash.equals(requestHash);
    if (!isSame) throw apiError("idempotency_key_reused");
    return earlier;
  }
  if (await hasOpenClaim(db, userId, trackingNumber)) throw apiError("claim_open");
  await countAttempt(db, "claimsPerAccount", userId, now);
  return await insertClaim(db, {
    userId,
    trackingNumber,
    note,
    state: "open",
    idempotencyKey,
    requestHash,
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Stores that a customer says that the parcel with a number is theirs. No parcel is looked up, so that neither the answer
 * nor the time it takes depends on whether there is one. A repeat with the same key returns the claim as it is.
 *
 * Throws `invalid_tracking_number`, `claim_open`, `too_many_requests` after ten in a day, `account_closed`, and
 * `idempotency_key_reused`.
 */
export async function claimInboundParcel(
  context: SignedInContext,
  input: Input,
): Promise<ParcelClaim> {
  const trackingNumber = parseNumber(input.trackingNumber);
  await countParcelChange(context);
  return await atomically(context.db, async (db) => {
    const row = await claim(context, db, { ...input, trackingNumber });
    context.log.info({ claimId: row.id }, "Inbound parcel claimed");
    return await describeOwnClaim(context, db, row);
  });
}
