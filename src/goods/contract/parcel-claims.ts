// Parcels without a known owner: customers claim them, and staff find out whose they are.
import * as z from "zod";
import { parcelClaimLimits, parcelClaimStates } from "#goods/rules/inbound-parcel.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  done,
  id,
  idempotencyKey,
  line,
  pageNumber,
  pageSize,
  statedReason,
  text,
  time,
} from "#platform/contract/fields.ts";
import { parcelOwner, staffInboundParcel } from "./inbound-parcels.ts";
import { parcelImage } from "./parcel-measurements.ts";
import { procedure } from "#platform/contract/procedure.ts";

const claimFile = z.object({
  id,
  contentType: z.string(),
  fileUrl: z.string().describe("Address that expires"),
});
claimFile.register(z.globalRegistry, { id: "ParcelClaimFile" });

const parcelClaim = z.object({
  id,
  trackingNumber: z.string(),
  note: z.string(),
  state: z.enum(parcelClaimStates).meta({ id: "ParcelClaimState" }),
  inboundParcelId: id.nullable().describe("Of a granted claim: the parcel, now the claimant's"),
  files: z.array(claimFile),
  createdAt: time,
  decidedAt: time.nullable(),
});
parcelClaim.register(z.globalRegistry, { id: "ParcelClaim" });
export type ParcelClaim = z.infer<typeof parcelClaim>;

const staffParcelClaim = parcelClaim.extend({
  claimant: parcelOwner,
  reason: z.string().describe("Of the decision; customers never read it"),
  decidedByEmail: z.string().nullable(),
});
staffParcelClaim.register(z.globalRegistry, { id: "StaffParcelClaim" });
export type StaffParcelClaim = z.infer<typeof staffParcelClaim>;

const unmatchedParcel = staffInboundParcel.extend({
  openClaimsCount: z.int().describe("Open claims of the same number"),
});
unmatchedParcel.register(z.globalRegistry, { id: "UnmatchedParcel" });
export type UnmatchedParcel = z.infer<typeof unmatchedParcel>;

const declaredParcelId = id.nullable().default(null);
/** A query of REST has it as text. */
const isOpen = z.preprocess(
  (value: boolean | string) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean(),
);
const claimId = z.strictObject({ claimId: id });

export const parcelClaims = {
  claimInboundParcel: procedure({
    method: "POST",
    path: "/inbound-parcel-claims",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    idempotent: true,
    summary: "Say that a parcel without a known owner is one's own, by its number",
    description: `Nothing is looked up: the answer is the same whether such a parcel exists. At most ${parcelClaimLimits.perDay} a day.`,
    errors: ["invalid_tracking_number", "claim_open", "account_closed"],
  })
    .input(
      z.strictObject({ trackingNumber: line(100), note: text(2_000).default(""), idempotencyKey }),
    )
    .output(parcelClaim),

  addClaimFile: procedure({
    method: "POST",
    path: "/inbound-parcel-claims/{claimId}/files",
    access: "signedIn",
    transaction: "own",
    limit: "uploadsPerAccount",
    isLong: true,
    summary: `Add a proof to an own open claim: an image or PDF of at most 10 MB, at most ${parcelClaimLimits.files}`,
    description:
      "Such as the order's page or the seller's message. A repeat with the same key stores nothing again.",
    errors: [
      "not_found",
      "claim_decided",
      "invalid_claim_file",
      "invalid_image",
      "too_large",
      "too_many_pixels",
      "too_many_claim_files",
      "busy",
      "idempotency_key_reused",
      "account_closed",
    ],
  })
    .input(claimId.extend({ file: z.file().describe("At most 10 MB"), idempotencyKey }))
    .output(parcelClaim),

  listOwnClaims: procedure({
    method: "GET",
    path: "/inbound-parcel-claims",
    access: "signedIn",
    summary: "List the own claims, newest first",
    description: "The newest 100, whatever their state.",
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(parcelClaim) })),

  withdrawClaim: procedure({
    method: "POST",
    path: "/inbound-parcel-claims/{claimId}/withdrawal",
    access: "signedIn",
    limit: "parcelChangesPerAccount",
    summary: "Withdraw an own open claim",
    description: "One that is withdrawn already stays as it is.",
    errors: ["not_found", "claim_decided", "account_closed"],
  })
    .input(claimId)
    .output(done),

  listUnmatchedParcels: procedure({
    method: "GET",
    path: "/admin/unmatched-parcels",
    access: roleAccess.parcelClaims,
    summary: "List the parcels here without a known owner, longest here first",
    description: "`search` finds any part of a number or label code. `total` ends at 500.",
  })
    .input(z.strictObject({ search: line(100).default(""), page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(unmatchedParcel), total: z.int() })),

  readUnmatchedParcel: procedure({
    method: "GET",
    path: "/admin/unmatched-parcels/{inboundParcelId}",
    access: roleAccess.parcelClaims,
    summary:
      "Read a parcel without a known owner, with the nearest declared numbers and its open claims",
    description:
      "`near` has the parcels that are awaited under the same or nearly the same number, `claims` the open claims of such numbers; those of the same number come first.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ inboundParcelId: id }))
    .output(
      z.object({
        parcel: unmatchedParcel,
        images: z.array(parcelImage),
        near: z.array(staffInboundParcel),
        claims: z.array(staffParcelClaim),
      }),
    ),

  matchInboundParcel: procedure({
    method: "POST",
    path: "/admin/unmatched-parcels/{inboundParcelId}/match",
    access: roleAccess.parcelClaims,
    actsOn: "claim",
    audit: { field: "inboundParcelId" },
    summary: "Give a parcel without a known owner to a customer, with a reason",
    description:
      "It takes over what that customer declared as `declaredParcelId`, or without it under the same number, and the declared parcel ends. Open claims of that customer for these numbers are granted.",
    errors: [
      "not_found",
      "invalid_member_code",
      "warehouse_not_open",
      "inbound_parcel_not_free",
      "account_closed",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        memberCode: line(40),
        declaredParcelId,
        reason: statedReason,
      }),
    )
    .output(staffInboundParcel),

  listClaims: procedure({
    method: "GET",
    path: "/admin/inbound-parcel-claims",
    access: roleAccess.parcelClaims,
    summary: "List claims, the longest open first, or decided ones, newest first",
    description: "`total` ends at 500.",
  })
    .input(z.strictObject({ isOpen: isOpen.default(true), page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(staffParcelClaim), total: z.int() })),

  readClaim: procedure({
    method: "GET",
    path: "/admin/inbound-parcel-claims/{claimId}",
    access: roleAccess.parcelClaims,
    summary: "Read a claim, with the parcels without a known owner that it could be about",
    description: "`candidates` have the same or nearly the same number, nearest first.",
    errors: ["not_found"],
  })
    .input(claimId)
    .output(z.object({ claim: staffParcelClaim, candidates: z.array(unmatchedParcel) })),

  decideClaim: procedure({
    method: "POST",
    path: "/admin/inbound-parcel-claims/{claimId}/decision",
    access: roleAccess.parcelClaims,
    actsOn: "claim",
    audit: { field: "claimId" },
    summary: "Grant a claim, which gives its customer the parcel, or refuse it; with a reason",
    description:
      "The customer is told the decision alone: a refusal reads the same whether there is such a parcel.",
    errors: ["not_found", "claim_decided", "inbound_parcel_not_free", "account_closed"],
  })
    .input(
      claimId.extend({
        inboundParcelId: id.nullable().default(null).describe("The parcel; null refuses the claim"),
        declaredParcelId: declaredParcelId.describe("As in `matchInboundParcel`"),
        reason: statedReason,
      }),
    )
    .output(staffParcelClaim),
};
