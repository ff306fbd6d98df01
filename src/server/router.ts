// Joins each area's procedures into the one router that answers the whole contract.
import { auditProcedures } from "#server/audit/procedures.ts";
import { lanesProcedures } from "#server/lanes/procedures.ts";
import { liveProcedures } from "#server/live/procedures.ts";
import { officeProcedures } from "#server/office/procedures.ts";
import { packagesProcedures } from "#server/packages/procedures.ts";
import { functionsProcedures, paymentsProcedures } from "#server/payments/procedures.ts";
import { peopleProcedures } from "#server/people/procedures.ts";
import { plansProcedures } from "#server/plans/procedures.ts";
import { platformProcedures } from "#server/platform/procedures.ts";
import { walletProcedures } from "#server/wallet/procedures.ts";
import { anyone } from "./access.ts";

/** Every operation of the contract; a missing one is a type error here. */
export const router = anyone.router({
  people: peopleProcedures,
  plans: plansProcedures,
  wallet: walletProcedures,
  packages: packagesProcedures,
  lanes: lanesProcedures,
  functions: functionsProcedures,
  payments: paymentsProcedures,
  platform: platformProcedures,
  live: liveProcedures,
  office: officeProcedures,
  audit: auditProcedures,
});
