/** The page that lists the warehouses. */
export const warehousesPath = "/admin/dashboard/warehouses";
