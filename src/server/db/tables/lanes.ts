import type { ColumnType, Generated, Selectable } from "kysely";
import type { CountryCode } from "#core/country.ts";
import type { LaneConfidence } from "#core/lane.ts";
import type { ShippingService } from "#core/shipping-rate.ts";

type SuspendedLanesTable = {
  id: Generated<string>;
  carrierId: string;
  service: ShippingService | null;
  destinationCode: CountryCode;
  reason: string;
  source: string | null;
  suspendedOn: ColumnType<string, string, never>;
  confidence: LaneConfidence;
  suspendedBy: string | null;
  createdAt: Date;
  reopenedBy: ColumnType<string | null, undefined, string>;
  reopenedAt: ColumnType<Date | null, undefined, Date>;
};

export type LanesTables = { suspendedLanes: SuspendedLanesTable };

export type SuspendedLaneRow = Selectable<SuspendedLanesTable>;
