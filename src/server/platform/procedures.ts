// Binds the platform's procedures to their doors and operations.
import { anyone, signedIn } from "#server/access.ts";
import { readPlatform } from "./read-platform.ts";
import { reportError } from "./report-error.ts";

export const platformProcedures = {
  readPlatform: anyone.platform.readPlatform.handler(({ context }) => readPlatform(context)),
  reportError: signedIn.platform.reportError.handler(({ context, input }) =>
    reportError(context, input),
  ),
};
