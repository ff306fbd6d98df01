import { admin, publicAccess } from "#server/access.ts";
import { changeSetting } from "./change-setting.ts";
import { readPublicSettings } from "./read-public-settings.ts";
import { readSettings } from "./read-settings.ts";
import { removePaymentAccess } from "./remove-payment-access.ts";
import { savePaymentAccess } from "./save-payment-access.ts";

export const settingsProcedures = {
  readPublicSettings: publicAccess.settings.readPublicSettings.handler(({ context }) =>
    readPublicSettings(context),
  ),
  readSettings: admin.settings.readSettings.handler(({ context }) => readSettings(context)),
  changeSetting: admin.settings.changeSetting.handler(({ context, input }) =>
    changeSetting(context, input),
  ),
  savePaymentAccess: admin.settings.savePaymentAccess.handler(({ context, input }) =>
    savePaymentAccess(context, input),
  ),
  removePaymentAccess: admin.settings.removePaymentAccess.handler(({ context, input }) =>
    removePaymentAccess(context, input),
  ),
};
