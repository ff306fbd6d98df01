// The warehouses that receive parcels, and their address in the shape of a shop's address form.
import type { Language } from "#platform/rules/language.ts";

/** A hub packs and sends packages; an intake only receives parcels for a hub. */
export const warehouseKinds = ["hub", "intake"] as const;

/** Kind of a warehouse. */
export type WarehouseKind = (typeof warehouseKinds)[number];

/** The fields of an address that differ by language; the first three are chosen from lists at most shops. */
export const addressFields = ["province", "city", "district", "street"] as const;

/** A warehouse's address in every language. */
export type WarehouseAddress = Readonly<
  Record<Language, Readonly<Record<(typeof addressFields)[number], string>>>
>;

/** Opening and closing time in the warehouse's time zone, such as 09:00, of each weekday from Monday on; null: closed. */
export type OpeningHours = readonly ({
  readonly opensAt: string;
  readonly closesAt: string;
} | null)[];

/** How many warehouses there can be. */
export const maxWarehouses = 20;
