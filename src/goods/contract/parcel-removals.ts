// Returning a parcel to its sender or disposing of it, which one member of staff asks for and another confirms.
import * as z from "zod";
import { removalNoticeDays } from "#goods/rules/parcel-removal.ts";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { done, id, idempotencyKey, statedReason, text } from "#platform/contract/fields.ts";
import { removalGround, removalKind, staffParcelRemoval } from "./parcel-removal-fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const removal = z.strictObject({ inboundParcelId: id, removalId: id, idempotencyKey });

export const parcelRemovals = {
  requestParcelRemoval: procedure({
    method: "POST",
    path: "/admin/inbound-parcels/{inboundParcelId}/removals",
    access: roleAccess.parcelRemovals,
    actsOn: "parcel",
    transaction: "own",
    limit: "receivingPerAccount",
    isLong: true,
    audit: { field: "inboundParcelId" },
    summary: "Ask to return a parcel on a shelf to its sender, or to dispose of it, with a photo",
    description: `On the ground that its owner agreed, that it lies here more than ${waitingLimits.longStoredDays} days after its free days (after its arrival where its storage has no price), or that no shipping service takes what was recorded of its goods. An owner who did not agree is told, and has ${removalNoticeDays} days to object, except of dangerous goods. A repeat with the same key asks for nothing again.`,
    errors: [
      "not_found",
      "conflict",
      "removal_not_allowed",
      "parcel_removal_open",
      "parcel_in_box",
      "ship_request_open",
      "inbound_parcel_not_free",
      "invalid_image",
      "too_large",
      "too_many_pixels",
      "too_many_images",
      "busy",
      "idempotency_key_reused",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        kind: removalKind,
        ground: removalGround,
        consent: text(500)
          .default("")
          .describe("Where the owner agreed, such as a case or an email; only on that ground"),
        reason: statedReason.describe("The owner reads it"),
        file: z.file().describe("A photo of the parcel, at most 10 MB"),
        idempotencyKey,
      }),
    )
    .output(staffParcelRemoval),

  confirmParcelRemoval: procedure({
    method: "POST",
    path: "/admin/inbound-parcels/{inboundParcelId}/removals/{removalId}/confirmation",
    access: roleAccess.parcelRemovals,
    actsOn: "parcel",
    idempotent: true,
    limit: "receivingPerAccount",
    audit: { field: "inboundParcelId" },
    summary: "Confirm that a parcel is returned to its sender or disposed of, as a second person",
    description:
      "It leaves shelf, package and account, and its storage and open extra services cost nothing. The ground is checked again.",
    errors: [
      "not_found",
      "conflict",
      "second_person_needed",
      "removal_not_allowed",
      "removal_notice_running",
      "parcel_in_box",
      "ship_request_open",
      "inbound_parcel_not_free",
    ],
  })
    .input(removal)
    .output(done),

  declineParcelRemoval: procedure({
    method: "POST",
    path: "/admin/inbound-parcels/{inboundParcelId}/removals/{removalId}/refusal",
    access: roleAccess.parcelRemovals,
    actsOn: "parcel",
    idempotent: true,
    limit: "receivingPerAccount",
    audit: { field: "inboundParcelId" },
    summary: "Decline to return a parcel or to dispose of it, with a reason; it stays",
    description: "Whoever asked may take it back like this.",
    errors: ["not_found", "conflict"],
  })
    .input(removal.extend({ reason: statedReason }))
    .output(done),
};
