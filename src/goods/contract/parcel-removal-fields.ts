// What is read of a parcel that is returned to its sender or disposed of.
import * as z from "zod";
import {
  parcelRemovalGrounds,
  parcelRemovalKinds,
  parcelRemovalStates,
} from "#goods/rules/parcel-removal.ts";
import { id, time } from "#platform/contract/fields.ts";

export const removalKind = z.enum(parcelRemovalKinds).meta({ id: "ParcelRemovalKind" });
export const removalGround = z.enum(parcelRemovalGrounds).meta({ id: "ParcelRemovalGround" });

export const ownParcelRemoval = z.object({
  kind: removalKind,
  state: z.enum(parcelRemovalStates).meta({ id: "ParcelRemovalState" }),
  reason: z.string(),
  imageId: id.describe("The photo of the parcel that was taken for it"),
  noticeUntil: z.iso
    .date()
    .nullable()
    .describe("The last day on which its owner can object; null: nobody needs to be told"),
  createdAt: time,
  decidedAt: time.nullable(),
});
ownParcelRemoval.register(z.globalRegistry, { id: "ParcelRemoval" });
export type OwnParcelRemoval = z.infer<typeof ownParcelRemoval>;

export const staffParcelRemoval = ownParcelRemoval.extend({
  id,
  ground: removalGround,
  consent: z.string().describe("Where the owner agreed; empty on other grounds"),
  decisionReason: z.string().describe("Why it was declined"),
  isAskedByReader: z.boolean().describe("Whoever asked cannot confirm"),
  askedByEmail: z.string().nullable().describe("null: the reader's role does not see it"),
  decidedByEmail: z.string().nullable().describe("The same, or nobody decided"),
});
staffParcelRemoval.register(z.globalRegistry, { id: "StaffParcelRemoval" });
export type StaffParcelRemoval = z.infer<typeof staffParcelRemoval>;
