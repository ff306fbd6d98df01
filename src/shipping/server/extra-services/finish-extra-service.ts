import { apiError } from "#platform/contract/errors.ts";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readImagesOfOrders } from "#shipping/server/ship-requests/packing/list-images.ts";
import { endOrderByStaff } from "./end-order.ts";
import { findService } from "./extra-service-queries.ts";
import { finishOrder, requireDoable } from "./finish-order.ts";

/**
 * Records that an extra service is done, with what was found. It is charged now or, of a ship request, with that. A repeat
 * changes nothing. Throws `not_found`, `own_account`, `conflict`, `photo_needed` for one that needs a photo, and
 * `extra_service_not_possible` where its parcel or package is no longer here or its customer's.
 */
export async function finishExtraService(
  context: SignedInContext,
  input: { readonly extraServiceRequestId: string; readonly resultText: string },
): Promise<ExtraServiceWork> {
  const { extraServiceRequestId, resultText } = input;
  return await endOrderByStaff(context, extraServiceRequestId, {
    state: "done",
    action: "extraServices.finishExtraService",
    reason: resultText,
    end: async (db, order) => {
      await requireDoable(db, order);
      const service = await findService(db, order.code);
      const images = await readImagesOfOrders(context, db, [order.id]);
      if (service?.needsImages === true && images.size === 0) throw apiError("photo_needed");
      return await finishOrder(context, db, order, resultText);
    },
  });
}
