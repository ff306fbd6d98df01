// Links with which customers show others where a package is.
import * as z from "zod";
import { shareDaysAfterDelivery } from "#goods/rules/package-share.ts";
import { legEstimates, carrierEvents } from "#tracking/contract/carrier-events.ts";
import { done, id, secretText, time } from "#platform/contract/fields.ts";
import { packageStatus } from "./packages.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { shippingLeg } from "./shipping-legs.ts";

const hasPhotos = z.boolean().describe("Whether it shows the package's photos");
const endsAt = time.nullable().describe("null until the package is delivered");

const packageShare = z
  .object({
    url: z.url(),
    hasPhotos,
    views: z.int().describe("How often the package was read by the link"),
    createdAt: time,
    endsAt,
  })
  .meta({ id: "PackageShare" });
export type PackageShare = z.infer<typeof packageShare>;

const sharedLeg = shippingLeg
  .pick({
    legNumber: true,
    origin: true,
    destination: true,
    carrier: true,
    estimatedDeparture: true,
    estimatedArrival: true,
    status: true,
    departedAt: true,
    arrivedAt: true,
  })
  .meta({ id: "SharedLeg" });

export type SharedLeg = z.infer<typeof sharedLeg>;

const sharedPackage = z
  .object({
    origin: z.string(),
    destination: z.string(),
    status: packageStatus,
    deliveredAt: time.nullable(),
    endsAt,
    estimates: legEstimates,
    legs: z.array(sharedLeg),
    carrierEvents,
    photos: z
      .array(z.object({ imageUrl: z.string(), thumbnailUrl: z.string() }))
      .describe("Addresses that expire; empty unless the owner shares them"),
  })
  .meta({ id: "SharedPackage" });
export type SharedPackage = z.infer<typeof sharedPackage>;

const ofPackage = z.strictObject({ packageId: id });
const path = "/packages/{packageId}/share";

export const packageShares = {
  readOwnShare: procedure({
    method: "GET",
    path,
    access: "signedIn",
    summary: "Read the link with which an own package is shared, if there is one",
    description: "A link that ended is not returned.",
    errors: ["not_found"],
  })
    .input(ofPackage)
    .output(z.object({ share: packageShare.nullable() })),

  shareOwnPackage: procedure({
    method: "PUT",
    path,
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    summary: "Share an own package by a link, or change what its link shows",
    description: `Whoever has the link sees route, legs and carrier updates without names, addresses, prices and contents, until ${shareDaysAfterDelivery} days after the delivery.`,
    errors: ["not_found", "share_over"],
  })
    .input(ofPackage.extend({ hasPhotos }))
    .output(packageShare),

  endShare: procedure({
    method: "DELETE",
    path,
    access: "signedIn",
    summary: "End the link of an own package",
    description: "It never works again; the next link is another one. A repeat changes nothing.",
    errors: ["not_found"],
  })
    .input(ofPackage)
    .output(done),

  readShared: procedure({
    method: "POST",
    path: "/shared-packages",
    access: "public",
    transaction: "none",
    limit: "sharedPackagesPerAddress",
    summary: "Read the package that a link shares",
    description:
      "POST, so that the token is in no address. Unknown, ended and revoked links are answered alike.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ token: secretText(200) }))
    .output(sharedPackage),
};
