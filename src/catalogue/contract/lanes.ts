import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { laneConfidences } from "#catalogue/rules/lane.ts";
import { type CountryCode, countryByCode } from "#catalogue/rules/country.ts";
import { laneTimeLimits } from "#catalogue/rules/lane-time.ts";
import { shippingServices } from "#catalogue/rules/shipping-rate.ts";
import { serviceModes } from "#catalogue/rules/shipping-service.ts";
import { carrierCode } from "./carriers.ts";
import { id, pageNumber, pageSize, text, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine((code): code is CountryCode => countryByCode(code)?.code === code, {
    error: "This should be the two-letter code of a country, such as US.",
  })
  .meta({ id: "CountryCode", description: "ISO 3166-1 alpha-2", examples: ["SG"] });

const service = z.enum(shippingServices);
service.register(z.globalRegistry, { id: "ShippingService" });
const confidence = z.enum(laneConfidences);
confidence.register(z.globalRegistry, { id: "LaneConfidence" });

const suspensionDay = z.iso
  .date()
  .refine((day) => day >= "2000-01-01" && day <= "2099-12-31", {
    error: "This should be a day from 2000 to 2099, such as 2025-04-27.",
  })
  .describe("The day from which on it is suspended");

/** What a suspension and its input have in common. */
const laneFacts = z.object({
  carrierId: carrierCode,
  service: service.nullable().describe("null: every service of the carrier"),
  destinationCode: countryCode,
  suspendedOn: z.iso.date().describe("The day from which on it is suspended"),
  confidence,
});

export const suspendedLane = z.object({
  id,
  ...laneFacts.shape,
  reason: z.string().describe("In the language of the request, or in English"),
  source: z.string().nullable().describe("Where it was published"),
});
suspendedLane.register(z.globalRegistry, { id: "SuspendedLane" });
/** A suspended lane as customers see it. */
export type SuspendedLaneFacts = z.infer<typeof suspendedLane>;

const lane = suspendedLane.extend({ createdAt: time, reopenedAt: time.nullable() });
lane.register(z.globalRegistry, { id: "Lane" });
/** A suspension as admins see it; over once it has been reopened. */
export type Lane = z.infer<typeof lane>;

/** How long parcels took: half of them, and nine in ten. */
export const measuredTime = z
  .object({
    halfDays: z.int(),
    mostDays: z.int(),
    parcelsCount: z.int(),
    since: z.iso.date(),
  })
  .meta({ id: "MeasuredTime" });

const laneTime = z.object({
  carrierCode,
  service: z.enum(serviceModes),
  origin: countryCode,
  destination: countryCode,
  ...measuredTime.shape,
});
laneTime.register(z.globalRegistry, { id: "LaneTime" });
export type MeasuredLaneTime = z.infer<typeof laneTime>;

export const lanes = {
  readTimes: procedure({
    method: "GET",
    path: "/lanes/times",
    access: "public",
    summary: "Read how long parcels took on each lane",
    description: `Of the current month and the five before, lanes with at least ${laneTimeLimits.minParcels} parcels, those with the most first; at most 200. Half of the parcels took at most \`halfDays\`, nine in ten \`mostDays\`; ${laneTimeLimits.lastDay} means that or longer. Up to five minutes old.`,
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(laneTime) })),

  listSuspendedLanes: procedure({
    method: "GET",
    path: "/lanes/suspended",
    access: "signedIn",
    summary: "List the lanes that are suspended now or will be, for quotes and new packages",
    description:
      "Lists them for every signed-in user, with reason, source and the first day. Reopened lanes are not included.",
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(suspendedLane) })),

  listLanes: procedure({
    method: "GET",
    path: "/admin/lanes",
    access: roleAccess.lanes,
    summary: "List suspensions of lanes: open ones first, then those that are over",
    description:
      "Lists reopened lanes too, with the time at which they were reopened. It changes nothing.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(lane), total: z.int() })),

  suspendLane: procedure({
    method: "POST",
    path: "/admin/lanes",
    access: roleAccess.lanes,
    actsOn: "none",
    audit: "stated",
    summary: "Suspend a lane, with reason and date",
    description:
      "Quotes and new packages show the suspension from then on. Without a service it applies to all services of the carrier.",
    errors: ["missing_information", "carrier_not_found", "lane_suspended"],
  })
    .input(
      z.strictObject({
        ...laneFacts.shape,
        reason: text(500).describe("In English, which stands for translations that are missing"),
        translatedReasons: z
          .strictObject({ "zh-Hant-HK": text(500).optional(), "zh-Hans": text(500).optional() })
          .default({}),
        source: text(500),
        suspendedOn: suspensionDay,
      }),
    )
    .output(lane),

  reopenLane: procedure({
    method: "POST",
    path: "/admin/lanes/{laneId}/reopen",
    access: roleAccess.lanes,
    actsOn: "none",
    audit: { field: "laneId" },
    summary: "End a lane's suspension",
    description: "The suspension stays in the list of admins, with the time at which it ended.",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject({ laneId: id }))
    .output(lane),
};
