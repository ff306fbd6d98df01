// Having a package packed and sent: the customer's side.
import * as z from "zod";
import {
  packingImageKinds,
  requestedParcelStates,
  shipRequestEventKinds,
  shipRequestLimits,
  waitingReasons,
} from "#shipping/rules/ship-request.ts";
import { eventActors } from "#people/rules/event-actor.ts";
import { expectedVersion } from "./extra-services.ts";
import {
  amountCents,
  id,
  idempotencyKey,
  line,
  pageNumber,
  pageSize,
  reason,
  time,
} from "#platform/contract/fields.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { recipient } from "#goods/contract/own-package-changes.ts";
import {
  storedImage,
  extraServiceCode,
  orderedExtraService,
} from "#goods/contract/parcel-measurements.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { serviceCode } from "#catalogue/contract/shipping-services.ts";
import { newRequest, openErrors, parcelShipping, payment, paymentMode } from "./ship-parcels.ts";
import { shipQuote, serviceFacts, shippingEstimate } from "./ship-quotes.ts";
import { packedBox, readShelvedBox } from "./boxes.ts";
import { categoryFields, declarationsOf, declaredHash } from "./declarations.ts";
import { shipRequestStates } from "#goods/rules/package-stage.ts";

export const shipRequestState = z.enum(shipRequestStates).meta({ id: "ShipRequestState" });
export const waitingReason = z.enum(waitingReasons).meta({ id: "WaitingReason" });
const packingImage = z.object({ ...storedImage.shape, kind: z.enum(packingImageKinds) });
packingImage.register(z.globalRegistry, { id: "PackingImage" });
export type PackingImage = z.infer<typeof packingImage>;
export { packingImage };

export const requestedParcelState = z
  .enum(requestedParcelStates)
  .meta({ id: "RequestedParcelState" });

const requestedParcel = z.object({
  inboundParcelId: id,
  labelCode: z.string(),
  trackingNumber: z.string().nullable(),
  description: z.string(),
  weightGrams: z.int().nullable(),
  state: requestedParcelState,
  thumbnailUrl: z.string().nullable().describe("Of the first photo; an address that expires"),
});
requestedParcel.register(z.globalRegistry, { id: "RequestedParcel" });

const summaryFields = {
  id,
  packageId: id.nullable().describe("null: the package was deleted"),
  packageName: z
    .string()
    .nullable()
    .describe("As its customer calls it, P-1024 with its contents; null: the package was deleted"),
  trackingNumber: z.string().nullable().describe("Of the package"),
  destination: z.string().nullable().describe("Of the package"),
  countryCode,
  state: shipRequestState,
  waitingReason: waitingReason.nullable(),
  waitingSince: time.nullable(),
  shelvedAfter: time.nullable().describe("When a waiting box goes back to the shelf"),
  paymentMode,
  serviceCode: serviceCode.nullable().describe("The chosen service"),
  serviceName: z
    .string()
    .nullable()
    .describe("As that service is called now, in the reader's language"),
  capCents: amountCents.nullable(),
  heldCents: amountCents.describe("What is held in the wallet for it, with its extra services"),
  totalCents: amountCents.nullable().describe("Of the accepted quote"),
  parcelsCount: z.int(),
  createdAt: time,
  endedAt: time.nullable(),
};

const shipRequestSummary = z.object(summaryFields);
shipRequestSummary.register(z.globalRegistry, { id: "ShipRequestSummary" });
export type ShipRequestSummary = z.infer<typeof shipRequestSummary>;

const shipRequestEvent = z
  .object({
    id: z.string(),
    kind: z.enum(shipRequestEventKinds),
    actor: z.enum(eventActors),
    waitingReason: waitingReason.optional(),
    paymentMode: paymentMode.optional(),
    amountCents: amountCents.optional().describe("The accepted total, or the cap"),
    weightGrams: z.int().optional(),
    serviceName: z.string().optional(),
    reason: z.string().optional(),
    labelCode: z.string().optional().describe("Of a parcel"),
    extraServiceCode: extraServiceCode.optional(),
    parcelsCount: z.int().optional(),
    createdAt: time,
  })
  .meta({ id: "ShipRequestEvent" });

const comparedService = z.object({
  ...serviceFacts,
  quoteId: id.nullable().describe("Its quote; null: it is closed, or nothing is packed yet"),
});
comparedService.register(z.globalRegistry, { id: "ComparedShipService" });

const stopped = z
  .object({
    carriers: z
      .array(z.string())
      .describe("The names of those whose rules stop it; none where they are not a carrier's"),
    needsProof: z.boolean().describe("Whether these allow it with a proof of what it is"),
    proofServices: z
      .array(z.string())
      .describe("The names of the services that take it once a proof was seen"),
    inboundParcelIds: z.array(id).describe("The parcels in the box in which it is"),
    hasOther: z.boolean().describe("Whether another service takes it"),
    canTakeOut: z.boolean().describe("Whether something else is in the box"),
    wasFreightCharged: z.boolean().describe("Whether freight was charged once, and given back"),
  })
  .meta({ id: "StoppedBox" });

const shipRequest = z.object({
  ...summaryFields,
  recipient,
  note: z.string(),
  ...categoryFields,
  signedAt: time
    .nullable()
    .describe("When what customs papers say was signed; null: not yet, or changed since"),
  dueAt: time.describe("When it is packed at the latest, as promised"),
  version: z.int(),
  parcels: z.array(requestedParcel),
  extraServices: z.array(orderedExtraService),
  packed: packedBox.nullable(),
  images: z.array(packingImage),
  quotes: z.array(shipQuote).describe("Those that count, the cheapest first, or the accepted one"),
  services: z
    .array(comparedService)
    .describe("Of a packed box that waits: all, with what closes them"),
  stopped: stopped
    .nullable()
    .describe("Whose rules stop a packed box that waits because of its goods; null: nothing does"),
  maximumGrams: z.int().nullable().describe("What the plan carries"),
  isDutyPrepaid: z.boolean().describe("Duty is prepaid there, and in none of the prices"),
  missingCents: amountCents.describe("What a deposit needs to add so that it goes on; 0: nothing"),
  choosableParcels: z
    .array(requestedParcel)
    .describe("Parcels of the package that are here and not in the request, until it is packed"),
  events: z.array(shipRequestEvent).describe("Its history, oldest first"),
  mayCancel: z.boolean().describe("Whether its customer can cancel it"),
  endedReason: z.string(),
});
shipRequest.register(z.globalRegistry, { id: "ShipRequest" });
export type ShipRequest = z.infer<typeof shipRequest>;

const ofRequest = z.strictObject({ shipRequestId: id });
const changed = ofRequest.extend({ expectedVersion });
export const shipRequests = {
  estimateShipping: procedure({
    method: "GET",
    path: "/packages/{packageId}/shipping-estimate",
    access: "signedIn",
    summary: "Estimate what sending an own package costs by each service, as a span",
    description:
      "From the measured parcels that are here. Closed services come with every reason, and each with what its carriers do not take of the recipient.",
    errors: ["not_found", "nothing_to_ship", "inbound_parcel_not_free", "parcel_removal_open"],
  })
    .input(
      z.strictObject({
        packageId: id,
        inboundParcelIds: z
          .array(id)
          .min(1)
          .max(shipRequestLimits.parcels)
          .optional()
          .describe("Which go; absent: all that are here"),
        withoutPackaging: z
          .array(id)
          .max(shipRequestLimits.parcels)
          .optional()
          .describe("Parcels whose packaging is removed"),
      }),
    )
    .output(shippingEstimate),

  requestShipping: procedure({
    method: "POST",
    path: "/packages/{packageId}/ship-requests",
    access: "signedIn",
    idempotent: true,
    summary: "Request that an own package is packed and sent",
    description:
      "With a cap it is held at once, and so is the price of extra services. The recipient is the package's and must be complete for the carriers. A package whose box was shelved starts as packed, with exactly what is in that box. A repeat with the same key returns the same request.",
    errors: openErrors,
  })
    .input(
      z.strictObject({
        packageId: id,
        inboundParcelIds: z
          .array(id)
          .min(1)
          .max(shipRequestLimits.parcels)
          .nullable()
          .default(null)
          .describe("Which go; null: all that are here"),
        ...newRequest,
        idempotencyKey,
      }),
    )
    .output(shipRequest),

  ...parcelShipping(shipRequest),

  readShelvedBox,

  readShipRequest: procedure({
    method: "GET",
    path: "/ship-requests/{shipRequestId}",
    access: "signedIn",
    summary: "Read an own ship request with its parcels, photos, quotes and what it waits for",
    description: "Quotes recompute from the workings of their lines.",
    errors: ["not_found"],
  })
    .input(ofRequest)
    .output(shipRequest),

  listShipRequests: procedure({
    method: "GET",
    path: "/ship-requests",
    access: "signedIn",
    summary: "List own ship requests, the newest first",
    description:
      "All of them, those of one package, or those that `search` finds: a part of a number of the package or its parcels, of our labels, of shops, order references or contents.",
  })
    .input(
      z.strictObject({
        packageId: id.optional(),
        group: z
          .enum(["all", "waiting"])
          .default("all")
          .describe("`waiting`: only those that wait for their customer"),
        search: line(200).default(""),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(shipRequestSummary), total: z.int() })),

  acceptQuote: procedure({
    method: "POST",
    path: "/quotes/{quoteId}/acceptance",
    access: "signedIn",
    transaction: "own",
    summary: "Accept a quote of an own packed box",
    description:
      "Holds exactly its total, and signs what the box declares to customs. With too little in the wallet the request waits for a top-up and goes on by itself. A quote that is over is quoted anew. A repeat returns the request as it is.",
    errors: [
      "not_found",
      "conflict",
      "declaration_incomplete",
      "too_many_lines",
      "category_not_possible",
      "quote_expired",
      "service_closed",
      "proof_needed",
      "recipient_incomplete",
    ],
  })
    .input(
      z.strictObject({
        quoteId: id,
        declaredHash: declaredHash
          .optional()
          .describe("Of the declaration that was shown; `conflict` where it has changed"),
      }),
    )
    .output(shipRequest),

  changePaymentMode: procedure({
    method: "PUT",
    path: "/ship-requests/{shipRequestId}/payment-mode",
    access: "signedIn",
    expectsVersion: true,
    summary: "Change how an own request is paid, until it is accepted",
    description:
      "The hold of the cap is made anew or released. A packed box whose price is within the new cap is accepted at once.",
    errors: [
      "not_found",
      "invalid_payment_mode",
      "cap_too_low",
      "declaration_incomplete",
      "too_many_lines",
      "category_not_possible",
      "service_closed",
      "proof_needed",
      "insufficient_balance",
    ],
  })
    .input(changed.extend(payment))
    .output(shipRequest),

  changeParcels: procedure({
    method: "PUT",
    path: "/ship-requests/{shipRequestId}/parcels",
    access: "signedIn",
    expectsVersion: true,
    summary: "Change which parcels go, until the box is closed",
    description: "A parcel that is in the box already stays in it.",
    errors: [
      "not_found",
      "nothing_to_ship",
      "inbound_parcel_not_free",
      "goods_refused",
      "too_many_lines",
      "category_not_possible",
      "parcel_removal_open",
    ],
  })
    .input(changed.extend({ inboundParcelIds: z.array(id).min(1).max(shipRequestLimits.parcels) }))
    .output(shipRequest),

  continueWithoutMissing: procedure({
    method: "POST",
    path: "/ship-requests/{shipRequestId}/without-missing",
    access: "signedIn",
    summary: "Let an own request go on without the parcels that were not found",
    description: "They stay in the account. A repeat changes nothing.",
    errors: ["not_found", "conflict", "nothing_to_ship"],
  })
    .input(ofRequest)
    .output(shipRequest),

  leaveOutParcels: procedure({
    method: "POST",
    path: "/ship-requests/{shipRequestId}/left-out-parcels",
    access: "signedIn",
    idempotent: true,
    summary: "Leave parcels out of an own packed box, as where it is heavier than the plan carries",
    description:
      "They go into a new package, which takes one of the quota, and the box is packed again. A repeat with the same key changes nothing.",
    errors: [
      "account_closed",
      "not_found",
      "conflict",
      "nothing_to_ship",
      "inbound_parcel_not_free",
      "parcel_removal_open",
      "subscription_required",
      "quota_exceeded",
    ],
  })
    .input(
      ofRequest.extend({
        inboundParcelIds: z.array(id).min(1).max(shipRequestLimits.parcels),
        idempotencyKey,
      }),
    )
    .output(shipRequest),

  cancelShipRequest: procedure({
    method: "POST",
    path: "/ship-requests/{shipRequestId}/cancellation",
    access: "signedIn",
    summary: "Cancel an own ship request, until it is labelled",
    description:
      "What is held is released, extra services that are done are charged, and the parcels lie on the shelf again. A repeat changes nothing.",
    errors: ["not_found", "conflict", "package_departed"],
  })
    .input(ofRequest.extend({ reason: reason.default("") }))
    .output(shipRequest),

  ...declarationsOf(shipRequest),
};
