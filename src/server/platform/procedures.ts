// Binds the platform's procedures to their doors and operations.
import { admin, anyone, signedIn } from "#server/access.ts";
import { changeSetting } from "./change-setting.ts";
import { listErrors } from "./list-errors.ts";
import { readError } from "./read-error.ts";
import { readPlatform } from "./read-platform.ts";
import { readSettings } from "./read-settings.ts";
import { removePaymentAccess } from "./remove-payment-access.ts";
import { reportError } from "./report-error.ts";
import { savePaymentAccess } from "./save-payment-access.ts";
import { resolveError } from "./resolve-error.ts";

export const platformProcedures = {
  readPlatform: anyone.platform.readPlatform.handler(({ context }) => readPlatform(context)),
  reportError: signedIn.platform.reportError.handler(({ context, input }) =>
    reportError(context, input),
  ),
  readSettings: admin.platform.readSettings.handler(({ context }) => readSettings(context)),
  changeSetting: admin.platform.changeSetting.handler(({ context, input }) =>
    changeSetting(context, input),
  ),
  savePaymentAccess: admin.platform.savePaymentAccess.handler(({ context, input }) =>
    savePaymentAccess(context, input),
  ),
  removePaymentAccess: admin.platform.removePaymentAccess.handler(({ context, input }) =>
    removePaymentAccess(context, input),
  ),
  listErrors: admin.platform.listErrors.handler(({ context, input }) => listErrors(context, input)),
  readError: admin.platform.readError.handler(({ context, input }) => readError(context, input)),
  resolveError: admin.platform.resolveError.handler(({ context, input }) =>
    resolveError(context, input),
  ),
};
