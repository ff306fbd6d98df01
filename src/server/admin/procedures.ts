import { admin } from "#server/access.ts";
import { listPlanPayments } from "./list-plan-payments.ts";
import { listWorkItems } from "./work-items/list-work-items.ts";
import { readDashboard } from "./read-dashboard.ts";

export const adminProcedures = {
  readDashboard: admin.admin.readDashboard.handler(({ context }) => readDashboard(context)),
  listPlanPayments: admin.admin.listPlanPayments.handler(({ context, input }) =>
    listPlanPayments(context, input),
  ),
  listWorkItems: admin.admin.listWorkItems.handler(({ context, input }) =>
    listWorkItems(context, input),
  ),
};
