import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { lateKinds, workItemKinds, workKinds, workStages } from "#office/rules/work-item.ts";
import {
  amountCents,
  id,
  nothing,
  pageNumber,
  pageSize,
  time,
  planName,
} from "#platform/contract/fields.ts";
import { boxNameFields } from "#shipping/contract/box-name.ts";
import { carrierWeight } from "#shipping/contract/manifests.ts";
import { waitingReasons } from "#shipping/rules/ship-request.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { setUp } from "./set-up.ts";
import { staffSearch } from "./staff-search.ts";
import { onlyThese, workAssignments } from "./work-assignments.ts";

const counted = z.object({ now: z.int(), before: z.int().describe("30 days ago") });
const summed = z.object({ nowCents: amountCents, beforeCents: amountCents });
const day = z.iso.date();

const week = z.object({
  startsOn: day.describe("A Monday, in UTC"),
  registered: z
    .int()
    .describe("Packages that customers added in the week and that are not deleted"),
  delivered: z.int().describe("Of those, already delivered"),
});
const month = z.object({ startsOn: day, amountCents });

const stageCount = z.object({
  stage: z.enum(workStages),
  count: z.int(),
  oldestSince: time.nullable().describe("Since when the oldest waits; null: there is none"),
  ownCount: z.int().describe("How many of them the reader has taken"),
});
stageCount.register(z.globalRegistry, { id: "StageCount" });
export type StageCount = z.infer<typeof stageCount>;

const workCount = z.object({ kind: z.enum(workKinds), count: z.int() });

const dashboard = z.object({
  activeCustomers: counted.describe(
    "Customers with a plan who can sign in; before: those with a running plan period",
  ),
  packagesOnTheWay: counted.describe("Packages with the status in_transit"),
  revenue: summed
    .extend({ monthStartsAt: time })
    .nullable()
    .describe(
      "Plan payments of this month so far; before: of the same span of last month. null for roles that do not see money",
    ),
  walletMoney: summed
    .extend({ heldCents: amountCents.describe("Of that, held for shipping fees") })
    .nullable()
    .describe("Total of all wallets; before: 30 days ago. null for roles that do not see money"),
  weeks: z.array(week).describe("The last twelve weeks, oldest first"),
  months: z
    .array(month)
    .nullable()
    .describe(
      "Plan payments of the last twelve months, oldest first. null for roles that do not see money",
    ),
  stages: z
    .array(stageCount)
    .describe("The stages of the day's work that the role reads, also those that have nothing"),
  work: z
    .array(workCount)
    .describe("Other open work by kind that the role attends to, without kinds that have none"),
});
dashboard.register(z.globalRegistry, { id: "Dashboard" });
export type Dashboard = z.infer<typeof dashboard>;

const planPayment = z.object({
  id,
  userId: id,
  userEmail: z.string(),
  plan: planName.nullable(),
  amountCents,
  createdAt: time,
});
planPayment.register(z.globalRegistry, { id: "PlanPayment" });
export type PlanPayment = z.infer<typeof planPayment>;

const workItem = z.object({
  id: z.string(),
  packageId: id.nullable().describe("The package itself, or the one it belongs to"),
  name: z.string().describe("A tracking number, a ship request, or the kind of email"),
  packageNumber: z.int().optional().describe("Of a package or leg, shown as P-1024"),
  about: z
    .string()
    .describe(
      "The route of a package or leg, the manifest of a weight, the shelf of a parcel, or why an email failed",
    ),
  email: z.string().nullable().describe("The customer, or the recipient of the email"),
  since: time.describe("Since when it waits, or when it last changed"),
  dueAt: time.optional().describe("By when it is to be packed"),
  box: z.object(boxNameFields).optional().describe("Of a ship request, whose id is `id`"),
  waiting: z
    .object({
      reason: z.enum(waitingReasons),
      amountCents: amountCents
        .nullable()
        .describe("The price, at least; null: it is not about one, or the role sees no money"),
    })
    .optional()
    .describe("What a customer is asked for"),
  lateness: z.array(z.enum(lateKinds)).optional().describe("Why it is late, at least one reason"),
  carrierWeight: carrierWeight.optional().describe("That differs; `id` is then the ship request"),
});
workItem.register(z.globalRegistry, { id: "WorkItem" });
export type WorkItem = z.infer<typeof workItem>;

export const admin = {
  ...staffSearch,
  ...workAssignments,
  ...setUp,
  readDashboard: procedure({
    method: "GET",
    path: "/admin/dashboard",
    access: roleAccess.dashboard,
    summary: "Read the business figures and the open work",
    description:
      "Reads the figures of today with those of 30 days ago to compare. It changes nothing.",
  })
    .input(nothing)
    .output(dashboard),

  listPlanPayments: procedure({
    method: "GET",
    path: "/admin/plan-payments",
    access: roleAccess.money,
    summary: "List the plan payments of a month (UTC), newest first, with their total",
    description: "`sumCents` is the total of the whole month, not of the page.",
  })
    .input(
      z.strictObject({
        month: z
          .string()
          .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "This should be a month, such as 2026-11.")
          .meta({ examples: ["2026-11"] }),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(planPayment), total: z.int(), sumCents: amountCents })),

  listWorkItems: procedure({
    method: "GET",
    path: "/admin/work-items",
    access: roleAccess.workItems,
    summary: "List a stage of the day's work, differing weights or failed emails, oldest first",
    description: "Lists one kind of the open work that admin.readDashboard counts.",
  })
    .input(
      z.strictObject({ kind: z.enum(workItemKinds), ids: onlyThese, page: pageNumber, pageSize }),
    )
    .output(z.object({ items: z.array(workItem), total: z.int() })),
};
