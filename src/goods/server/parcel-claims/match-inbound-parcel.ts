import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { getStaffParcel } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { readMemberCode } from "#goods/server/receiving/read-member-code.ts";
import { giveParcel } from "./give-parcel.ts";

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
