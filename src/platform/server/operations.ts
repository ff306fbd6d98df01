import type { changeStream } from "#platform/contract/change-stream.ts";
import type { errorReports } from "#platform/contract/error-reports.ts";
import type { limits } from "#platform/contract/limits.ts";
import type { Operations } from "#platform/server/context.ts";
import { subscribeToChanges } from "./change-stream/subscribe-to-changes.ts";
import { listErrors, readError, resolveError } from "./error-reports/error-reports.ts";
import { reportError } from "./error-reports/record-error.ts";
import { listLimits, liftLimit } from "./limits/limits.ts";

/** The function of each operation of the platform. */
export const platformOperations: Operations<{
  readonly errorReports: typeof errorReports;
  readonly limits: typeof limits;
  readonly changeStream: typeof changeStream;
}> = {
  errorReports: { reportError, listErrors, readError, resolveError },
  limits: { listLimits, liftLimit },
  changeStream: { subscribeToChanges },
};
