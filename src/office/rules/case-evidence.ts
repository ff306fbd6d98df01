// What is joined to a case when it is opened, so that a later correction does not change what was seen.
import { parcelImageKinds } from "#goods/rules/receiving.ts";
import type { CaseEvent } from "./case.ts";

const boxPhotoKinds = ["open_box", "closed_on_scale"] as const;

/** The photos of parcels, and of the box that they were packed in. */
export const evidencePhotoKinds = [...parcelImageKinds, ...boxPhotoKinds] as const;
export type EvidencePhotoKind = (typeof evidencePhotoKinds)[number];

/** Whether a photo shows the box, and not a parcel that is in it. */
export function isOfBox(kind: EvidencePhotoKind): kind is (typeof boxPhotoKinds)[number] {
  return (boxPhotoKinds as readonly EvidencePhotoKind[]).includes(kind);
}

/** How many photos, weights and events are joined: the newest. */
export const evidenceLimits = { photos: 60, weights: 60, events: 5 } as const;

/** As it is stored: times in ISO format, `name` the number of the parcel and empty of a box. */
export type CaseEvidence = {
  readonly photos: readonly {
    readonly fileId: string;
    /** In hexadecimal digits. */
    readonly sha256: string;
    readonly kind: EvidencePhotoKind;
    readonly name: string;
    readonly takenAt: string;
  }[];
  readonly weights: readonly {
    readonly name: string;
    readonly weightGrams: number;
    readonly weighedAt: string;
  }[];
  readonly events: readonly { readonly event: CaseEvent; readonly at: string }[];
};
