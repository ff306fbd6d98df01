import { apiError } from "#platform/contract/errors.ts";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { endOrderByStaff } from "./end-order.ts";
import { dropOrder } from "./drop-order.ts";
import { findService, lacksSubject } from "./extra-service-queries.ts";

/**
 * Refuses an extra service with a reason that its customer reads; its hold is released. A repeat changes nothing. Throws
 * `not_found`, `own_account`, and `conflict` for one that has ended or is never refused.
 */
export async function refuseExtraService(
  context: SignedInContext,
  input: { readonly extraServiceRequestId: string; readonly reason: string },
): Promise<ExtraServiceWork> {
  const { extraServiceRequestId, reason } = input;
  return await endOrderByStaff(context, extraServiceRequestId, {
    state: "refused",
    action: "extraServices.refuseExtraService",
    reason,
    end: async (db, order) => {
      const service = await findService(db, order.code);
      // What can no longer be done is refused whatever it is.
      if (service?.canRefuse === false && !(await lacksSubject(db, order.id))) {
        throw apiError("conflict", { current: order.state });
      }
      const end = { endedBy: context.session.person.id, at: context.now() };
      return await dropOrder(db, order, { state: "refused", resultText: reason }, end);
    },
  });
}
