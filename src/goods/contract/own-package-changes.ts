// What customers change of their own packages, and to whom packages go.
import * as z from "zod";
import {
  importerReferenceCharacters,
  recipientFieldNames,
  type RecipientField,
} from "#catalogue/rules/recipient.ts";
import {
  done,
  eachOf,
  id,
  addressLine,
  latinName,
  line,
  nothing,
  personName,
  text,
  weightGrams,
  reason,
  idempotencyKey,
} from "#platform/contract/fields.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { contactFields, contactFieldsInput } from "#people/contract/profile.ts";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";

const recipientShape = {
  name: personName,
  latinName: latinName
    .default("")
    .describe("The name in Latin letters; kept only while the name has letters outside Latin"),
  ...contactFieldsInput.shape,
  importerReference: addressLine(importerReferenceCharacters)
    .default("")
    .describe("By which customs there know the recipient; printed on customs papers"),
} satisfies Record<RecipientField, z.ZodType<string>>;

/** To whom a package goes; the country is the package's destination. */
export const recipient = z.object({
  name: z.string(),
  latinName: z.string(),
  ...contactFields.shape,
  importerReference: z.string(),
} satisfies Record<RecipientField, z.ZodString>);
recipient.register(z.globalRegistry, { id: "Recipient" });
export const recipientInput = z.strictObject(recipientShape);
recipientInput.register(z.globalRegistry, { id: "RecipientInput" });

/** A recipient as it was read, which may be from before what is printed was checked. */
const shownRecipient = z.strictObject(eachOf(recipientFieldNames, line(300)));
shownRecipient.register(z.globalRegistry, { id: "ExpectedRecipient" });

const packageCorrection = z.strictObject({
  description: text(2000),
  estimatedWeightGrams: weightGrams.nullable(),
});
packageCorrection.register(z.globalRegistry, { id: "PackageCorrection" });

export const ownPackageChanges = {
  updatePackage: procedure({
    method: "PUT",
    path: "/packages/{packageId}",
    access: "signedIn",
    audit: { field: "packageId" },
    expectsVersion: true,
    summary: "Correct the description and the estimated weight of an own package",
    description:
      "Possible until a leg moves or staff change the status. Send `expectedVersion` to be answered `conflict` if they were changed meanwhile.",
    errors: [
      "not_found",
      "package_not_changeable",
      "invalid_weight",
      "subscription_required",
      "weight_above_plan",
    ],
  })
    .input(
      z.strictObject({
        packageId: id,
        fields: packageCorrection,
        expectedVersion: packageCorrection.optional(),
      }),
    )
    .output(done),

  updateRecipient: procedure({
    method: "PUT",
    path: "/packages/{packageId}/recipient",
    access: "signedIn",
    audit: { field: "packageId" },
    expectsVersion: true,
    summary: "Set to whom an own package goes; its destination stays",
    description:
      "Possible until a leg moves or staff change the status, and for a recipient that lacks something until the journey ends. Send `expectedVersion` to be answered `conflict` if it was changed meanwhile.",
    errors: ["not_found", "package_not_changeable", "ship_request_open"],
  })
    .input(
      z.strictObject({
        packageId: id,
        recipient: recipientInput,
        expectedVersion: shownRecipient.optional(),
      }),
    )
    .output(done),

  cancelPackage: procedure({
    method: "POST",
    path: "/packages/{packageId}/cancellation",
    access: "signedIn",
    audit: { field: "packageId" },
    summary: "Cancel an own package before it moves",
    description:
      "Returns one package of the quota within the month whose quota it used. A repeat changes nothing and returns the same.",
    errors: ["not_found", "package_not_changeable", "ship_request_open"],
  })
    .input(z.strictObject({ packageId: id, reason: reason.optional() }))
    .output(
      z.object({
        isQuotaReturned: z.boolean(),
      }),
    ),

  confirmPackage: procedure({
    method: "POST",
    path: "/packages/{packageId}/confirmation",
    access: "signedIn",
    summary: "Say that a delivered package arrived and all is fine",
    description: "It is an event of the package. A repeat changes nothing.",
    errors: ["not_found", "package_not_delivered", "account_closed"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(done),

  deleteOwnImage: procedure({
    method: "DELETE",
    path: "/images/{imageId}",
    access: "signedIn",
    summary: "Delete an own image of an own package",
    description: "Possible until a leg moves or staff change the status; images by staff stay.",
    errors: ["not_found", "package_not_changeable"],
  })
    .input(z.strictObject({ imageId: id }))
    .output(done),
};

const recentRecipient = z.object({
  recipient,
  destination: z.string().describe("Short English country name"),
  countryCode,
});
recentRecipient.register(z.globalRegistry, { id: "RecentRecipient" });
export type RecentRecipient = z.infer<typeof recentRecipient>;

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
    listRecentRecipients: procedure({
      method: "GET",
      path: "/recent-recipients",
      access: "signedIn",
      needsWarehouse: true,
      summary: "List the last five different recipients of own packages",
      description:
        "The newest first, without the one of the profile, from the newest 200 packages.",
    })
      .input(nothing)
      .output(z.object({ items: z.array(recentRecipient) })),

    mergePackages: procedure({
      method: "POST",
      path: "/packages/{packageId}/merges",
      access: "signedIn",
      needsWarehouse: true,
      limit: "parcelChangesPerAccount",
      audit: { field: "packageId" },
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
      limit: "parcelChangesPerAccount",
      audit: { field: "packageId" },
      idempotent: true,
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
