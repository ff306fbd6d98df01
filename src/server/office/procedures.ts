// Binds the procedures about the business as a whole to their door and operations.
import { admin } from "#server/access.ts";
import { listPlanPayments } from "./list-plan-payments.ts";
import { listWaiting } from "./list-waiting.ts";
import { readDashboard } from "./read-dashboard.ts";

const { office } = admin;

export const officeProcedures = {
  readDashboard: office.readDashboard.handler(({ context }) => readDashboard(context)),
  listPlanPayments: office.listPlanPayments.handler(({ context, input }) =>
    listPlanPayments(context, input),
  ),
  listWaiting: office.listWaiting.handler(({ context, input }) => listWaiting(context, input)),
};
