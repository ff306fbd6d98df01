import type { StaffParcelClaim } from "#goods/contract/parcel-claims.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { actsOnClaim } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { lockAccount } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { findClaim, type ClaimRow } from "./claim-queries.ts";
import { giveParcel, recordDecisions } from "./give-parcel.ts";
import { getStaffClaim } from "./read-claims.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { readMemberCode } from "#goods/server/receiving/read-scan.ts";

type Input = {
  readonly claimId: string;
  readonly inboundParcelId: string | null;
  readonly declaredParcelId: string | null;
  readonly reason: string;
};

/** The claim, which stays as it is until the transaction ends: whoever changes one locks its customer first. */
async function getOpenClaim(context: SignedInContext, db: Db, claimId: string): Promise<ClaimRow> {
  const found = await findClaim(db, claimId);
  if (found === undefined) throw apiError("not_found");
  await lockAccount(db, found.userId);
  await actsOnClaim(context, db, found);
  const claim = await findClaim(db, claimId);
  if (claim?.state !== "open") throw apiError("claim_decided");
  return claim;
}

async function decide(context: SignedInContext, db: Db, input: Input): Promise<void> {
  const { claimId, inboundParcelId, declaredParcelId, reason } = input;
  const { userId } = await getOpenClaim(context, db, claimId);
  const isGranted = inboundParcelId !== null;
  const given = isGranted
    ? await giveParcel(context, db, {
        parcelId: inboundParcelId,
        userId,
        declaredParcelId,
        claimId,
        reason,
      })
    : { declaredParcelId: null, claimIds: [claimId] };
  if (!isGranted) {
    const decision = { state: "refused" as const, inboundParcelId, reason };
    await recordDecisions(context, db, { userId, claimIds: given.claimIds, decision });
  }
  await recordAdminAction(context, db, {
    action: "parcelClaims.decideClaim",
    target: claimId,
    before: { state: "open" },
    after: { state: isGranted ? "granted" : "refused", userId, inboundParcelId, ...given },
    reason,
  });
}

/**
 * Grants an open claim, which gives its customer the parcel as `matchInboundParcel` does, or refuses it. The customer is
 * notified of the decision, and never reads the reason: every refusal reads the same. Throws `not_found`, `own_account`,
 * `claim_decided`, and as `giveParcel` does.
 */
export async function decideClaim(
  context: SignedInContext,
  input: Input,
): Promise<StaffParcelClaim> {
  const { claimId } = input;
  return await atomically(context.db, async (db) => {
    await decide(context, db, input);
    const claim = await getStaffClaim(context, db, claimId);
    context.log.info({ claimId, state: claim.state }, "Claim decided");
    return claim;
  });
}

/**
 * Gives a parcel without a known owner to the customer with a member code, with a reason; of two members of staff at once
 * one does. A suspended account gets it too. Throws `invalid_member_code` with what is wrong, and as `giveParcel` does.
 */
export async function matchInboundParcel(
  context: SignedInContext,
  input: {
    readonly inboundParcelId: string;
    readonly memberCode: string;
    readonly declaredParcelId: string | null;
    readonly reason: string;
  },
): Promise<StaffInboundParcel> {
  const { inboundParcelId: parcelId, declaredParcelId, reason } = input;
  return await atomically(context.db, async (db) => {
    const owner = await readMemberCode(context, db, input.memberCode);
    if (owner === null) throw apiError("invalid_member_code");
    const { userId } = owner;
    const gift = { parcelId, userId, declaredParcelId, claimId: null, reason };
    const given = await giveParcel(context, db, gift);
    await recordAdminAction(context, db, {
      action: "parcelClaims.matchInboundParcel",
      target: parcelId,
      before: { userId: null },
      after: { userId, ...given },
      reason,
    });
    context.log.info({ inboundParcelId: parcelId, userId }, "Inbound parcel matched");
    return await getStaffParcel(context, db, parcelId);
  });
}
