// What staff may ask about people beside the list of users: limits that were reached, payouts that were asked for.
import * as z from "zod";
import { amountCents, done, id, pageNumber, pageSize, text, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

const countedLimit = z.object({
  limit: z.string().describe("Name of the limit, such as failedSignInsPerAccount"),
  who: z.string().describe("The address, account or email that it counts"),
  attempts: z.int(),
  mostAttempts: z.int(),
  withinSeconds: z.int(),
  isReached: z.boolean(),
  endsAt: time.describe("When the oldest attempt counted stops counting"),
});
export type CountedLimit = z.infer<typeof countedLimit>;

const payoutRequest = z.object({
  id,
  userId: id,
  userEmail: z.string(),
  amountCents: amountCents.describe("What was in the wallet when it was asked for"),
  balanceCents: amountCents.describe("What can be spent of the wallet now"),
  details: z.string().nullable().describe("Where the money is to go; null once it is settled"),
  createdAt: time,
  settledAt: time.nullable(),
});
export type PayoutRequest = z.infer<typeof payoutRequest>;

const area = "people";

export const officePeople = {
  listLimits: procedure({
    method: "GET",
    path: "/admin/limits",
    door: "admin",
    area,
    summary: "What counts against the limits at this moment, reached ones first",
  })
    .input(
      z.strictObject({
        search: text(254).default("").describe("Part of an address, account or email"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(countedLimit), total: z.int() })),

  liftLimit: procedure({
    method: "POST",
    path: "/admin/limits/lift",
    door: "admin",
    area,
    summary: "Forget what counts against one limit of one address, account or email",
    refuses: ["not_found"],
  })
    .input(z.strictObject({ limit: text(60), who: text(254) }))
    .output(done),

  listPayoutRequests: procedure({
    method: "GET",
    path: "/admin/payout-requests",
    door: "admin",
    area,
    summary: "Payouts that customers asked for, open ones first, then the newest",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(payoutRequest), total: z.int(), openCount: z.int() })),

  settlePayoutRequest: procedure({
    method: "POST",
    path: "/admin/payout-requests/{payoutRequestId}/settlement",
    door: "admin",
    area,
    summary: "Note that a payout was made, or will not be; where it went is then forgotten",
    refuses: ["not_found", "conflict", "missing_information"],
  })
    .input(z.strictObject({ payoutRequestId: id, reason: text(500) }))
    .output(done),
};
