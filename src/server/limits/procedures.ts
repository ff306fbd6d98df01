import { admin } from "#server/access.ts";
import { liftLimit } from "./lift-limit.ts";
import { listLimits } from "./list-limits.ts";

export const limitsProcedures = {
  listLimits: admin.limits.listLimits.handler(({ context, input }) => listLimits(context, input)),
  liftLimit: admin.limits.liftLimit.handler(({ context, input }) => liftLimit(context, input)),
};
