// Row types of the tables about lanes.
import type { ColumnType, Generated, Selectable } from "kysely";
import type { CarrierId } from "#core/carrier.ts";
import type { CountryCode } from "#core/country.ts";
import type { LaneSureness } from "#core/lane.ts";
import type { ShippingService } from "#core/shipping-rate.ts";

type SuspendedLanesTable = {
  id: Generated<string>;
  carrier_id: CarrierId;
  service: ShippingService | null;
  destination_code: CountryCode;
  reason: string;
  source: string | null;
  suspended_on: ColumnType<string, string, never>;
  sureness: LaneSureness;
  suspended_by: string | null;
  created_at: Date;
  reopened_by: ColumnType<string | null, undefined, string>;
  reopened_at: ColumnType<Date | null, undefined, Date>;
};

export type LanesTables = { suspended_lanes: SuspendedLanesTable };

export type SuspendedLaneRow = Selectable<SuspendedLanesTable>;
