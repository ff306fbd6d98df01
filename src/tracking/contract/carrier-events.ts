// What carriers report about the legs of a package.
import * as z from "zod";
import { legStatusSources } from "#tracking/rules/tracking-rules.ts";
import { trackingStages } from "#tracking/rules/tracking-stages.ts";
import { eventTimeConfidences } from "#tracking/rules/tracking-time.ts";
import { id, time } from "#platform/contract/fields.ts";
import { estimateBases } from "#catalogue/rules/lane-time.ts";

export const trackingStage = z.enum(trackingStages).meta({ id: "TrackingStage" });

export const legStatusSource = z
  .enum(legStatusSources)
  .describe("Staff, its carrier, or its route: the next leg moved, or its parcels were received");

const carrierEvent = z.object({
  id: z.string(),
  legNumber: z
    .int()
    .nullable()
    .describe("The first leg that has the number; null: a parcel has it"),
  stage: trackingStage.nullable().describe("null: a status of the carrier that is not known"),
  description: z.string().describe("The carrier's words, untrusted, at most 500 characters"),
  place: z.string().nullable(),
  country: z.string().nullable().describe("ISO 3166-1 alpha-2"),
  occurredAt: time,
  localTime: z.string().describe("As the carrier wrote it; only a day where it named no time"),
  utcOffsetMinutes: z.int().nullable().describe("Of the local time from UTC, where known"),
  timeConfidence: z
    .enum(eventTimeConfidences)
    .describe(
      "`local_without_zone`: the zone is that of the country; `date`: only the day is known; `received`: the carrier's time cannot be right",
    ),
  byStaff: z.boolean().describe("Added by staff for a carrier that reports nothing"),
});
carrierEvent.register(z.globalRegistry, { id: "CarrierEvent" });
export type CarrierEvent = z.infer<typeof carrierEvent>;

export const carrierEvents = z.array(carrierEvent).meta({
  id: "CarrierEvents",
  description:
    "What carriers report about a package's legs or a parcel, the latest first; at most 300",
});

export const ofLeg = z.strictObject({ legId: id });

const legEstimate = z.object({
  legNumber: z.int(),
  earliestAt: time.nullable(),
  latestAt: time.nullable(),
  dependsOnService: z.boolean(),
  basis: z.enum(estimateBases).nullable(),
  parcelsCount: z.int().nullable(),
  since: time.nullable(),
  isLate: z.boolean(),
  silentDays: z.int().nullable(),
  silenceOneIn: z.int().nullable(),
});
legEstimate.register(z.globalRegistry, { id: "LegEstimate" });
export type LegEstimate = z.infer<typeof legEstimate>;

export const legEstimates = z.array(legEstimate).meta({
  id: "LegEstimates",
  // Here rather than at each field, since these describe one another.
  description:
    "When the legs of a package arrive, in order; empty once it has ended. `latestAt` is null where that is not known. `dependsOnService`: no service was chosen yet. The basis is `measured` from `parcelsCount` parcels since the month `since`, `published` by the carrier, or `planned`: our own figure, as the carrier publishes none. `silentDays`: days without news, where that is unusual; it happens to one parcel in `silenceOneIn` on that lane.",
});
