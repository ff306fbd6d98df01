import * as z from "zod";
import { laneConfidences } from "#core/lane.ts";
import { type CountryCode, countryByCode } from "#core/country.ts";
import { shippingServices } from "#core/shipping-rate.ts";
import { carrierCode } from "./carriers.ts";
import { id, pageNumber, pageSize, text, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine((code): code is CountryCode => countryByCode(code)?.code === code, {
    error: "This should be the two-letter code of a country, such as US.",
  })
  .meta({ id: "CountryCode", description: "ISO 3166-1 alpha-2" });

const service = z.enum(shippingServices);
service.register(z.globalRegistry, { id: "ShippingService" });
const confidence = z.enum(laneConfidences);
confidence.register(z.globalRegistry, { id: "LaneConfidence" });

const suspensionDay = z.iso.date().refine((day) => day >= "2000-01-01" && day <= "2099-12-31", {
  error: "This should be a day from 2000 to 2099, such as 2025-04-27.",
});

const suspendedLane = z.object({
  id,
  carrierId: carrierCode,
  service: service.nullable().describe("null: every service of the carrier"),
  destinationCode: countryCode,
  reason: z.string(),
  source: z.string().nullable().describe("Where it was published"),
  suspendedOn: z.iso.date().describe("The day from which on it is suspended"),
  confidence,
});
suspendedLane.register(z.globalRegistry, { id: "SuspendedLane" });
/** A suspended lane as customers see it. */
export type SuspendedLaneFacts = z.infer<typeof suspendedLane>;

const lane = suspendedLane.extend({ createdAt: time, reopenedAt: time.nullable() });
lane.register(z.globalRegistry, { id: "Lane" });
/** A suspension as admins see it; over once it has been reopened. */
export type Lane = z.infer<typeof lane>;

export const lanes = {
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
    access: "admin",
    summary: "List suspensions of lanes: open ones first, then those that are over",
    description:
      "Lists reopened lanes too, with the time at which they were reopened. It changes nothing.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(lane), total: z.int() })),

  suspendLane: procedure({
    method: "POST",
    path: "/admin/lanes",
    access: "admin",
    summary: "Suspend a lane, with reason and date",
    description:
      "Quotes and new packages show the suspension from then on. Without a service it applies to all services of the carrier.",
    errors: ["missing_information", "carrier_not_found", "lane_suspended"],
  })
    .input(
      z.strictObject({
        carrierId: carrierCode,
        service: service.nullable(),
        destinationCode: countryCode,
        reason: text(500),
        source: text(500),
        suspendedOn: suspensionDay,
        confidence,
      }),
    )
    .output(lane),

  reopenLane: procedure({
    method: "POST",
    path: "/admin/lanes/{laneId}/reopen",
    access: "admin",
    summary: "End a lane's suspension",
    description: "The suspension stays in the list of admins, with the time at which it ended.",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject({ laneId: id }))
    .output(lane),
};
