import type { admin } from "#office/contract/admin.ts";
import type { audit } from "#office/contract/audit.ts";
import type { cases } from "#office/contract/cases.ts";
import type { errorReports } from "#platform/contract/error-reports.ts";
import type { freightFigures } from "#office/contract/freight-figures.ts";
import type { limits } from "#platform/contract/limits.ts";
import type { users } from "#office/contract/users.ts";
import { apiOf, type ClientOf, type QueriesOf } from "#ui/web/api.tsx";
import type { ShippingContract } from "#shipping/web/api.ts";

/** The operations of the office and of the modules below. */
type OfficeContract = ShippingContract & {
  readonly admin: typeof admin;
  readonly audit: typeof audit;
  readonly cases: typeof cases;
  readonly errorReports: typeof errorReports;
  readonly freightFigures: typeof freightFigures;
  readonly limits: typeof limits;
  readonly users: typeof users;
};
export type ApiClient = ClientOf<OfficeContract>;
export type ApiQueries = QueriesOf<OfficeContract>;

export const { useApi, useApiClient } = apiOf<OfficeContract>();
