import * as z from "zod";
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { addressFields, warehouseKinds } from "#catalogue/rules/warehouse.ts";
import { languages } from "#platform/rules/language.ts";
import { eachOf, halfWidthLine, id, line, time, timeZone } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const clockTime = z
  .string()
  .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Use a time such as 09:00.");
export const openingHours = z
  .array(
    z
      .strictObject({
        opensAt: clockTime,
        closesAt: clockTime.describe("24:00 is the end of the day"),
      })
      .refine(({ opensAt, closesAt }) => opensAt < closesAt, "It closes before it opens.")
      .nullable(),
  )
  .length(7)
  .meta({ id: "OpeningHours", description: "Of each weekday from Monday on; null: closed" });

const addressText = line(200).min(1, "Enter this part of the address.");
const addressInLanguage = z
  .strictObject(eachOf(addressFields, addressText))
  .meta({ id: "WarehouseAddressInLanguage" });
const address = z
  .strictObject(eachOf(languages, addressInLanguage))
  .meta({ id: "WarehouseAddress", description: "As shops' address forms ask for it" });

const warehouseFields = z.strictObject({
  code: halfWidthLine(8).regex(/^[A-Z0-9]{2,8}$/, "Use 2 to 8 capital letters and digits."),
  name: line(60).min(1, "Enter a name."),
  kind: z.enum(warehouseKinds),
  country: z.string().refine((code): code is CountryCode => countryByCode(code)?.code === code, {
    error: "This should be the two-letter code of a country, such as HK.",
  }),
  address,
  receiverNamePattern: line(60)
    .refine((pattern) => pattern.includes("{code}"), "The pattern needs {code}.")
    .describe("What to write as the receiver: {name} and {code} stand for the customer's"),
  phone: halfWidthLine(40).min(1, "Enter a phone number."),
  smsPhone: halfWidthLine(40)
    .default("")
    .describe("A mobile number on which customs reach the sender by SMS; may be empty"),
  postalCode: halfWidthLine(20).describe("Empty where there is none, as in Hong Kong"),
  timeZone: timeZone.describe("Of the opening hours, such as Asia/Hong_Kong"),
  openingHours,
  closedDays: z.array(z.iso.date()).max(100).describe("Public holidays and the like"),
  isActive: z.boolean().describe("Whether customers see it"),
});
warehouseFields.register(z.globalRegistry, { id: "WarehouseFields" });
export type WarehouseFields = z.infer<typeof warehouseFields>;

const warehouse = warehouseFields.extend({
  id,
  openedAt: time.nullable().describe("When customers first saw it; null: only staff do"),
  createdAt: time,
  updatedAt: time,
});
warehouse.register(z.globalRegistry, { id: "Warehouse" });
export type Warehouse = z.infer<typeof warehouse>;

export const warehouses = {
  listWarehouses: procedure({
    method: "GET",
    path: "/admin/warehouses",
    access: roleAccess.warehouses,
    summary: "List all warehouses, active ones first",
    description: "Lists inactive ones too. There are at most 20.",
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(warehouse) })),

  createWarehouse: procedure({
    method: "POST",
    path: "/admin/warehouses",
    access: roleAccess.warehouses,
    actsOn: "none",
    audit: "stated",
    summary: "Enter a warehouse, whose address customers with a member code read",
    description:
      "With the first warehouse staff see what belongs to it, with the first active one customers too.",
    errors: ["warehouse_code_taken", "too_many_warehouses"],
  })
    .input(warehouseFields)
    .output(warehouse),

  updateWarehouse: procedure({
    method: "PUT",
    path: "/admin/warehouses/{warehouseId}",
    access: roleAccess.warehouses,
    actsOn: "none",
    audit: { field: "warehouseId" },
    expectsVersion: true,
    summary: "Change a warehouse; it is never deleted, but can be made inactive",
    description: "Send `expectedVersion` to be answered `conflict` if it was changed meanwhile.",
    errors: ["not_found", "warehouse_code_taken"],
  })
    .input(
      z.strictObject({
        warehouseId: id,
        fields: warehouseFields,
        expectedVersion: time.optional(),
      }),
    )
    .output(warehouse),
};
