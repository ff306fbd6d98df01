import type { AccountPart } from "#platform/server/account-part.ts";

/** What is offered to everybody. */
export const cataloguePart: AccountPart = {
  tables: {},
  withoutCustomers: [
    "carriers",
    "duty_rules",
    "exchange_rates",
    "goods_rules",
    "lane_times",
    "service_rates",
    "service_surcharges",
    "shipping_services",
    "suggestions",
    "suspended_lanes",
    "warehouses",
  ],
};
