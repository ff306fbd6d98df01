import { admin } from "#server/access.ts";
import { listEntries } from "./list-entries.ts";

export const auditProcedures = {
  listEntries: admin.audit.listEntries.handler(({ context, input }) => listEntries(context, input)),
};
