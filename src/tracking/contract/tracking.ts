// Numbers that are followed at the tracking provider, and what staff do about them.
import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { trackingQuestions } from "#tracking/rules/tracking-rules.ts";
import { trackerFilters, trackerLimits, trackerStates } from "#tracking/rules/tracking-stages.ts";
import { ofLeg, trackingStage, legStatusSource } from "./carrier-events.ts";
import { carrierCode } from "#catalogue/contract/carriers.ts";
import {
  done,
  id,
  line,
  nothing,
  pageNumber,
  pageSize,
  statedReason,
  time,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const trackerUse = z.object({
  packageId: id.nullable(),
  packageTrackingNumber: z.string().nullable(),
  legNumber: z.int().nullable().describe("null: an inbound parcel has the number"),
  inboundParcelId: id.nullable(),
});
trackerUse.register(z.globalRegistry, { id: "TrackerUse" });

const tracker = z.object({
  id,
  trackingNumber: z.string(),
  carrierCode: z.string().nullable().describe("null: the provider finds the carrier"),
  state: z.enum(trackerStates),
  registeredAt: time.nullable(),
  lastEventAt: time.nullable(),
  lastError: z.string().nullable().describe("Why the provider refused the number"),
  uses: z.array(trackerUse).describe("What has the number now; the first 20"),
});
tracker.register(z.globalRegistry, { id: "Tracker" });
export type Tracker = z.infer<typeof tracker>;

const carrierCounts = z.object({
  carrierCode: z.string().nullable().describe("null: not known"),
  newCount: z.int(),
  followedCount: z.int(),
  notFoundCount: z.int(),
  failedCount: z.int(),
  silentCount: z.int(),
  lastEventAt: time.nullable(),
});
carrierCounts.register(z.globalRegistry, { id: "CarrierCounts" });

const failedMessage = z.object({
  id,
  receivedAt: time,
  attempts: z.int(),
  lastError: z.string().nullable(),
});
failedMessage.register(z.globalRegistry, { id: "FailedCarrierMessage" });
export type FailedCarrierMessage = z.infer<typeof failedMessage>;

const trackingWork = z.object({
  questions: z.int(),
  toCheck: z.int().describe("Refused, or not found for three days"),
  silent: z
    .int()
    .describe(
      "On the way without news for five days, or for longer than is usual where that is more",
    ),
  failedMessages: z.int(),
});

const overview = z
  .object({
    isConfigured: z.boolean().describe("false: staff enter what carriers report"),
    quota: z
      .object({ total: z.int(), used: z.int() })
      .nullable()
      .describe("Registrations of this month; null where the provider does not answer"),
    work: trackingWork.describe("How much needs staff"),
    carriers: z.array(carrierCounts),
  })
  .meta({ id: "TrackingOverview" });
export type TrackingOverview = z.infer<typeof overview>;

const question = z.object({
  subjectId: id.describe("Of the leg or inbound parcel"),
  packageId: id.nullable(),
  inboundParcelId: id.nullable().describe("null: it is about a leg"),
  trackingNumber: z.string().describe("Of the package or inbound parcel"),
  legNumber: z.int().nullable(),
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  carrier: z.string().nullable(),
  statusSource: legStatusSource.nullable(),
  statusSince: time.nullable(),
  question: z
    .enum(trackingQuestions)
    .describe(
      "`contradiction`: movement after the delivery; `not_handed_over`: before the hand-over; otherwise the stage to attend to",
    ),
  questionAt: time,
  description: z.string().nullable().describe("The carrier's words, untrusted"),
});
question.register(z.globalRegistry, { id: "TrackingQuestion" });
export type ListedQuestion = z.infer<typeof question>;

const ofTracker = z.strictObject({ trackerId: id });

export const tracking = {
  refreshTracking: procedure({
    method: "POST",
    path: "/legs/{legId}/tracking-refresh",
    access: "signedIn",
    transaction: "own",
    summary: "Ask the carrier for news of a leg of an own package",
    description: `Returns at once; news arrives as usual. A number is asked for once in ${trackerLimits.refreshMinutes} minutes. Staff may ask for every leg.`,
    errors: ["not_found"],
  })
    .input(ofLeg)
    .output(
      z.object({
        isQueued: z
          .boolean()
          .describe("false: the leg is not followed, or was asked for a short while ago"),
      }),
    ),

  readProviderDelay: procedure({
    method: "GET",
    path: "/tracking/delay",
    access: "signedIn",
    summary: "Read whether news of carriers may be late",
    description: "As recorded; nobody is asked.",
    errors: [],
  })
    .input(nothing)
    .output(
      z.object({
        delayedSince: time.nullable().describe("Since when the tracking provider does not answer"),
      }),
    ),

  readTracking: procedure({
    method: "GET",
    path: "/admin/tracking",
    access: roleAccess.tracking,
    summary: "Read how many numbers are followed by carrier, and how much needs staff",
    description: "The quota is read from the provider, at most once in five minutes.",
  })
    .input(nothing)
    .output(overview),

  listTrackers: procedure({
    method: "GET",
    path: "/admin/trackers",
    access: roleAccess.tracking,
    summary: "List followed numbers, newest first",
    description:
      "`to_check`: refused, or not found for three days; `silent`: on its way without news for five days, or for longer than is usual where that is more. `search` finds any part of a number.",
  })
    .input(
      z.strictObject({
        state: z.enum(trackerFilters).default("all"),
        search: line(100).default(""),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(tracker), total: z.int() })),

  listQuestions: procedure({
    method: "GET",
    path: "/admin/tracking-questions",
    access: roleAccess.tracking,
    summary: "List legs and parcels of which carriers report what needs an answer, oldest first",
    description:
      "A question ends when staff answer it or set the leg's status, the leg moves on, or the parcel is received.",
  })
    .input(
      z.strictObject({
        subjectIds: z
          .array(id)
          .max(100)
          .readonly()
          .optional()
          .describe("Only those about these; without it all"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(question), total: z.int() })),

  answerQuestion: procedure({
    method: "POST",
    path: "/admin/tracking-questions/{subjectId}/answer",
    access: roleAccess.tracking,
    actsOn: ["package", "parcel"],
    audit: { field: "subjectId" },
    summary: "Mark what a carrier reported about a leg or inbound parcel as dealt with",
    description:
      "`questionAt` is of the question that was shown: `conflict` where there is another by now. What is reported later is asked about again. A repeat changes nothing.",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject({ subjectId: id, questionAt: time, note: statedReason }))
    .output(done),

  setCarrier: procedure({
    method: "PUT",
    path: "/admin/trackers/{trackerId}/carrier",
    access: roleAccess.tracking,
    actsOn: "tracker",
    audit: { field: "trackerId" },
    summary: "Choose the carrier of a number, which is followed there from now on",
    description:
      "Parcels with the number get the carrier, and so do legs that had the former one or none. Answers `conflict` where the number is followed at that carrier already.",
    errors: ["not_found", "carrier_not_found", "conflict"],
  })
    .input(ofTracker.extend({ carrierCode }))
    .output(done),

  retryTracker: procedure({
    method: "POST",
    path: "/admin/trackers/{trackerId}/retry",
    access: roleAccess.tracking,
    actsOn: "tracker",
    audit: { field: "trackerId" },
    summary: "Follow a number again that was refused, not found, silent or stopped",
    description:
      "Returns at once; the number is registered and read in the background. A repeat before that changes nothing.",
    errors: ["not_found"],
  })
    .input(ofTracker)
    .output(done),

  stopTracker: procedure({
    method: "POST",
    path: "/admin/trackers/{trackerId}/stop",
    access: roleAccess.tracking,
    actsOn: "tracker",
    audit: { field: "trackerId" },
    summary: "Stop following a number; its events and statuses stay",
    description: "A repeat changes nothing.",
    errors: ["not_found"],
  })
    .input(ofTracker)
    .output(done),

  listFailedMessages: procedure({
    method: "GET",
    path: "/admin/failed-carrier-messages",
    access: roleAccess.tracking,
    summary: "List messages of the tracking provider that could not be processed, newest first",
    description: "Each was tried for about three days.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(failedMessage), total: z.int() })),

  retryCarrierMessage: procedure({
    method: "POST",
    path: "/admin/carrier-messages/{messageId}/retry",
    access: roleAccess.tracking,
    actsOn: "none",
    audit: { field: "messageId" },
    transaction: "own",
    summary: "Process a message of the tracking provider again, now",
    description: "One that is done stays as it is.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ messageId: id }))
    .output(z.object({ isDone: z.boolean().describe("false: it failed again") })),

  addEvent: procedure({
    method: "POST",
    path: "/admin/legs/{legId}/carrier-events",
    access: roleAccess.packageChanges,
    actsOn: "package",
    audit: { field: "legId" },
    summary: "Add what a carrier says about a leg that cannot be followed",
    description: "Moves the leg as a carrier's own report does. The same event is added once.",
    errors: ["not_found"],
  })
    .input(
      ofLeg.extend({
        stage: trackingStage,
        occurredAt: time.describe("Not later than now"),
        description: line(500),
      }),
    )
    .output(done),
};
