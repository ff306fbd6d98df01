import type { CountryCode } from "#catalogue/rules/country.ts";
import type { LaneConfidence, LaneTranslations } from "#catalogue/rules/lane.ts";
import type { ShippingService } from "#catalogue/rules/shipping-rate.ts";
import type { ServiceMode } from "#catalogue/rules/shipping-service.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

type SuspendedLanesTable = {
  id: Generated<string>;
  carrierId: string;
  service: ShippingService | null;
  destinationCode: CountryCode;
  reason: string;
  source: string | null;
  translations: ColumnType<LaneTranslations, string, never>;
  suspendedOn: ColumnType<string, string, never>;
  confidence: LaneConfidence;
  suspendedBy: string | null;
  createdAt: Date;
  reopenedBy: ColumnType<string | null, undefined, string>;
  reopenedAt: ColumnType<Date | null, undefined, Date>;
};

type LaneTimesTable = {
  carrierCode: string;
  service: ServiceMode;
  origin: CountryCode;
  destination: CountryCode;
  /** The first day of the month. */
  month: string;
  daysHistogram: readonly number[];
  silenceHistogram: readonly number[];
};

export type LanesTables = { suspendedLanes: SuspendedLanesTable; laneTimes: LaneTimesTable };

export type SuspendedLaneRow = Selectable<SuspendedLanesTable>;

declare module "#platform/server/db/tables.ts" {
  interface Tables extends LanesTables {}
}
