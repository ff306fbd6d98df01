import type { ColumnType, Generated } from "kysely";

type CarriersTable = {
  code: ColumnType<string, string, never>;
  name: string;
  nameZhHant: string | null;
  nameZhHans: string | null;
  trackingPage: string | null;
  isNumberFilledIn: boolean;
  /** Only migrations set it: the specification fixes what Track Shipment lists. */
  isOnTrackPage: ColumnType<boolean, never, never>;
  providerCarrier: ColumnType<string | null, never, string | null>;
  /** The longest line of an address that it takes. */
  addressLineCharacters: Generated<number | null>;
  isActive: Generated<boolean>;
  position: ColumnType<number, number, never>;
  source: string | null;
  checkedOn: string;
  version: Generated<number>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

export type CarriersTables = { carriers: CarriersTable };

declare module "#platform/server/db/tables.ts" {
  interface Tables extends CarriersTables {}
}
