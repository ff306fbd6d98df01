// Binds the platform's procedures to their doors and operations.
import { admin, anyone, signedIn } from "#server/access.ts";
import { changeSetting } from "./change-setting.ts";
import { readPlatform } from "./read-platform.ts";
import { readSettings } from "./read-settings.ts";
import { removePaymentAccess } from "./remove-payment-access.ts";
import { reportError } from "./report-error.ts";
import { savePaymentAccess } from "./save-payment-access.ts";

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
};
