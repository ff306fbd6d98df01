// What staff may ask about the business as a whole: the figures of the first screen, and the lists behind them.
import * as z from "zod";
import { amountCents, id, nothing, pageNumber, pageSize, planName, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

const counted = z.object({ now: z.int(), before: z.int().describe("30 days ago") });
const summed = z.object({ nowCents: amountCents, beforeCents: amountCents });
const day = z.iso.date();

const week = z.object({
  startsOn: day.describe("A Monday, in UTC"),
  registered: z
    .int()
    .describe("Packages that customers added in the week and that are not deleted"),
  delivered: z.int().describe("Those of them that are delivered by now"),
});
const month = z.object({ startsOn: day, amountCents });

const workKinds = [
  "pending_packages",
  "silent_legs",
  "payout_requests",
  "refund_shortfalls",
  "differences",
  "events_given_up",
  "events_failing",
  "failed_emails",
  "open_errors",
] as const;
const workCounts = z.object({ kind: z.enum(workKinds), count: z.int() });
export type WorkKind = (typeof workKinds)[number];

const dashboard = z.object({
  activeCustomers: counted.describe(
    "Customers with a plan who may sign in; before: whose plan's month ran then",
  ),
  packagesOnTheWay: counted.describe("Packages with the status in_transit"),
  revenue: summed
    .extend({ monthStartsAt: time })
    .describe("Plan payments of this month; before: of as much of the month before"),
  walletMoney: summed
    .extend({ heldCents: amountCents.describe("Of it, held for shipping fees") })
    .describe("What is in all wallets together; before: 30 days ago"),
  weeks: z.array(week).describe("The last twelve, oldest first"),
  months: z.array(month).describe("Plan payments of the last twelve months, oldest first"),
  work: z.array(workCounts).describe("What waits for somebody, without what does not"),
});
export type Dashboard = z.infer<typeof dashboard>;

const planPayment = z.object({
  id,
  userId: id,
  userEmail: z.string(),
  plan: planName.nullable(),
  amountCents,
  createdAt: time,
});
export type PlanPayment = z.infer<typeof planPayment>;

const workItemKind = z.enum(["pending_packages", "silent_legs", "failed_emails"]);
export type WorkItemKind = z.infer<typeof workItemKind>;

const workItem = z.object({
  id: z.string(),
  packageId: id.nullable().describe("The package that it is, or belongs to"),
  name: z.string().describe("A tracking number, or the kind of a letter"),
  about: z.string().describe("The way of a package or leg, or why a letter did not go"),
  email: z.string().describe("The customer, or to whom a letter is written"),
  since: time.describe("Since when nothing happens"),
});
export type WorkItem = z.infer<typeof workItem>;

export const admin = {
  readDashboard: procedure({
    method: "GET",
    path: "/admin/dashboard",
    access: "admin",
    summary: "The figures of the business, and what waits for somebody",
  })
    .input(nothing)
    .output(dashboard),

  listPlanPayments: procedure({
    method: "GET",
    path: "/admin/plan-payments",
    access: "admin",
    summary: "What customers paid for their plans in a month (UTC), newest first, and its sum",
  })
    .input(
      z.strictObject({
        month: z
          .string()
          .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "This should be a month, such as 2026-11."),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(planPayment), total: z.int(), sumCents: amountCents })),

  listWorkItems: procedure({
    method: "GET",
    path: "/admin/waiting",
    access: "admin",
    summary: "Packages, legs or letters with which nothing happens, longest first",
  })
    .input(z.strictObject({ kind: workItemKind, page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(workItem), total: z.int() })),
};
