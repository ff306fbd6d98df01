import type { CountryCode } from "#catalogue/rules/country.ts";
import type { OpeningHours, WarehouseAddress, WarehouseKind } from "#catalogue/rules/warehouse.ts";
import type { ColumnType, Generated } from "kysely";

type WarehousesTable = {
  id: Generated<string>;
  code: string;
  name: string;
  kind: WarehouseKind;
  country: CountryCode;
  address: ColumnType<WarehouseAddress, string, string>;
  receiverNamePattern: string;
  phone: string;
  postalCode: string;
  timeZone: string;
  openingHours: ColumnType<OpeningHours, string, string>;
  /** Days of the calendar, such as 2026-12-25. */
  closedDays: ColumnType<string[], string[], string[]>;
  isActive: Generated<boolean>;
  /** When it was first saved as active. */
  openedAt: Date | null;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

export type WarehousesTables = {
  warehouses: WarehousesTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends WarehousesTables {}
}
