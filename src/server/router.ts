import { publicAccess } from "./access.ts";
import { adminProcedures } from "#server/admin/procedures.ts";
import { auditProcedures } from "#server/audit/procedures.ts";
import { authProcedures } from "#server/auth/procedures.ts";
import { changeStreamProcedures } from "#server/change-stream/procedures.ts";
import { errorReportsProcedures } from "#server/error-reports/procedures.ts";
import { lanesProcedures } from "#server/lanes/procedures.ts";
import { limitsProcedures } from "#server/limits/procedures.ts";
import { packagesProcedures } from "#server/packages/procedures.ts";
import { functionsProcedures, paymentsProcedures } from "#server/payments/procedures.ts";
import { plansProcedures } from "#server/plans/procedures.ts";
import { settingsProcedures } from "#server/settings/procedures.ts";
import { usersProcedures } from "#server/users/procedures.ts";
import { payoutProcedures } from "#server/wallet/payouts/procedures.ts";
import { walletProcedures } from "#server/wallet/procedures.ts";

/** Every operation of the contract; a missing one is a type error here. */
export const router = publicAccess.router({
  auth: authProcedures,
  users: usersProcedures,
  plans: plansProcedures,
  wallet: { ...walletProcedures, ...payoutProcedures },
  packages: packagesProcedures,
  lanes: lanesProcedures,
  functions: functionsProcedures,
  payments: paymentsProcedures,
  settings: settingsProcedures,
  errorReports: errorReportsProcedures,
  limits: limitsProcedures,
  changeStream: changeStreamProcedures,
  admin: adminProcedures,
  audit: auditProcedures,
});
