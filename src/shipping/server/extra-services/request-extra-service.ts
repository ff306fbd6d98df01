import { apiError } from "#platform/contract/errors.ts";
import type { OrderedExtraService } from "#goods/contract/ordered-extra-services.ts";
import { extraServiceLimits, unpacking } from "#catalogue/rules/extra-service.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { lockOwnPackage } from "#goods/server/packages/change-own-package.ts";
import { hasShipRequest } from "#goods/server/packages/require-no-ship-request.ts";
import { lockCustomer } from "#money/server/plans/lock-customer.ts";
import { recordExtraServiceEvent } from "#shipping/server/ship-requests/record-extra-service-event.ts";
import { markPriority } from "#shipping/server/ship-requests/mark-priority.ts";
import { translate } from "#platform/server/translate.ts";
import { describeOrders } from "./describe-orders.ts";
import {
  countOpenOrders,
  findOrderByKey,
  findOwnParcel,
  findTakingRequest,
} from "./extra-service-queries.ts";
import { hashOfOrder, placeOrder } from "./place-order.ts";

type Input = {
  readonly code: string;
  readonly inboundParcelId: string | null;
  readonly packageId: string | null;
  readonly quantity: number;
  readonly idempotencyKey: string;
};

/** The package that the order concerns, locked; null for a loose parcel. Throws `not_found`. */
async function lockPackage(context: SignedInContext, db: Db, input: Input) {
  const { inboundParcelId, packageId } = input;
  if (packageId !== null) return await lockOwnPackage(context, db, packageId);
  const parcel = await findOwnParcel(db, context.session.person.id, inboundParcelId ?? "");
  if (parcel === undefined) throw apiError("not_found");
  return parcel.packageId === null ? null : await lockOwnPackage(context, db, parcel.packageId);
}

async function order(
  context: SignedInContext,
  db: Db,
  input: Input,
): Promise<ExtraServiceRequestRow> {
  const userId = context.session.person.id;
  await lockCustomer(db, userId);
  const earlier = await findOrderByKey(db, userId, input.idempotencyKey);
  if (earlier !== undefined) {
    if (!earlier.requestHash.equals(hashOfOrder(input))) throw apiError("idempotency_key_reused");
    return earlier;
  }
  const { openOrders: maximum } = extraServiceLimits;
  if ((await countOpenOrders(db, userId)) >= maximum) {
    throw apiError("too_many_extra_services", { maximum }, (language) =>
      translate(language, "errors.tooManyOpenExtraServices", { maximum }),
    );
  }
  const pkg = await lockPackage(context, db, input);
  // Only a box on the shelf is unpacked.
  if (input.code === unpacking && pkg !== null && hasShipRequest(pkg)) {
    throw apiError("extra_service_not_possible", { code: unpacking });
  }
  const taking =
    pkg === null ? undefined : await findTakingRequest(db, pkg.id, input.inboundParcelId);
  const row = await placeOrder(context, db, {
    ...input,
    heldFor: {
      userId,
      shipRequestId: taking?.id ?? null,
      packageId: pkg?.id ?? null,
      trackingNumber: pkg?.trackingNumber ?? null,
    },
  });
  if (taking !== undefined) {
    const actor = { actor: "customer", actorId: userId, at: context.now() } as const;
    const facts = { extraServiceCode: input.code, amountCents: row.priceCents };
    await recordExtraServiceEvent(db, taking.id, actor, "extra_service_ordered", facts);
    await markPriority(db, taking.id, input.code, row.dueAt);
  }
  return row;
}

/**
 * Orders an extra service for an own parcel that is here, or for a package, and holds its price. With a ship request in which
 * that goes, and which is not packed yet, it is charged with that, otherwise when it is done. A repeat with the same key returns the same order.
 *
 * Throws `account_closed`, `not_found`, `idempotency_key_reused`, `extra_service_not_possible`, `too_many_extra_services` and
 * `insufficient_balance`.
 */
export async function requestExtraService(
  context: SignedInContext,
  input: Input,
): Promise<OrderedExtraService> {
  if ((input.inboundParcelId === null) === (input.packageId === null)) {
    throw apiError("invalid_input", { field: "packageId" });
  }
  const row = await atomically(context.db, (db) => order(context, db, input));
  const [described] = await describeOrders(context, context.db, [row]);
  if (described === undefined) throw apiError("not_found");
  return described;
}
