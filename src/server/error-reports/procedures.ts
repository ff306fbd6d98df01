import { admin, signedIn } from "#server/access.ts";
import { listErrors } from "./list-errors.ts";
import { readError } from "./read-error.ts";
import { reportError } from "./report-error.ts";
import { resolveError } from "./resolve-error.ts";

export const errorReportsProcedures = {
  reportError: signedIn.errorReports.reportError.handler(({ context, input }) =>
    reportError(context, input),
  ),
  listErrors: admin.errorReports.listErrors.handler(({ context, input }) =>
    listErrors(context, input),
  ),
  readError: admin.errorReports.readError.handler(({ context, input }) =>
    readError(context, input),
  ),
  resolveError: admin.errorReports.resolveError.handler(({ context, input }) =>
    resolveError(context, input),
  ),
};
