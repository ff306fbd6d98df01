// How customers merge and split the packages that gather their parcels.
import * as z from "zod";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { id, idempotencyKey } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

/** What refuses a change of a parcel that a package may gather. */
export const parcelChangeErrors = [
  "not_found",
  "inbound_parcel_not_free",
  "account_closed",
  "ship_request_open",
] as const;

/** The operations, which answer with a package as customers read it. */
export function packageParcels<Shape extends z.ZodType>(packageShape: Shape) {
  return {
    mergePackages: procedure({
      method: "POST",
      path: "/packages/{packageId}/merges",
      access: "signedIn",
      needsWarehouse: true,
      summary: "Move all parcels of another own package into this one and void the other",
      description:
        "Both need the same destination, and neither may have left or ended. The other package keeps a packed box that lies on the shelf, until that is sent or unpacked. One package of the quota is returned where both were added in the current paid month.",
      errors: [
        "ship_request_open",
        "not_found",
        "package_not_open",
        "same_package",
        "destinations_differ",
        "box_goes_as_it_is",
        "account_closed",
      ],
    })
      .input(z.strictObject({ packageId: id, fromPackageId: id }))
      .output(z.object({ package: packageShape, isQuotaReturned: z.boolean() })),

    splitPackage: procedure({
      method: "POST",
      path: "/packages/{packageId}/splits",
      access: "signedIn",
      needsWarehouse: true,
      summary: "Move some parcels of an own package into a new one, which uses one of the quota",
      description:
        "The new package has the same places and recipient. At least one parcel stays. A repeat with the same key returns the same package.",
      errors: [
        "ship_request_open",
        "not_found",
        "package_not_open",
        "inbound_parcel_not_free",
        "no_parcel_left",
        "subscription_required",
        "quota_exceeded",
        "idempotency_key_reused",
        "account_closed",
      ],
    })
      .input(
        z.strictObject({
          packageId: id,
          inboundParcelIds: z.array(id).min(1).max(declarationLimits.numbersPerRequest),
          idempotencyKey,
        }),
      )
      .output(z.object({ package: packageShape })),
  };
}
