// The menu of customers, and which pages of customers and of visitors are there only with a warehouse.

/** Section 2 of the specification, "Customer sidebar". */
export const specifiedCustomerPages = [
  "/dashboard",
  "/dashboard/packages",
  "/dashboard/track",
  "/dashboard/wallet",
  "/dashboard/profile",
  "/dashboard/settings",
] as const;

/** For parcels on their way to the warehouse and in it. */
const warehouseCustomerPages = ["/dashboard/parcels", "/dashboard/address"] as const;

/** What stands below the specified entries once there is a warehouse; messages are there without one too. */
export const furtherCustomerPages = [...warehouseCustomerPages, "/dashboard/messages"] as const;

export type CustomerMenuAddress =
  | (typeof specifiedCustomerPages)[number]
  | (typeof furtherCustomerPages)[number];

/** With all pages below them; `*` stands for any one part of an address. */
const pagesOfWarehouse: readonly string[] = [
  ...warehouseCustomerPages,
  "/dashboard/ship-requests",
  "/dashboard/packages/*/ship",
  "/a",
];

/** Whether the page at `pathname`, of customers or visitors, is there only once a warehouse has been open. */
export function needsOpenedWarehouse(pathname: string): boolean {
  const parts = pathname.toLowerCase().split("/");
  return pagesOfWarehouse.some((page) =>
    page.split("/").every((part, index) => part === "*" || part === parts[index]),
  );
}
