/** How many storage locations a warehouse can have. */
export const maxStorageLocations = 5_000;

/** How many storage locations one request enters. */
export const maxStorageLocationsAtOnce = 200;

/** How many labels of storage locations one file has. */
export const maxStorageLocationLabels = 100;

/** What the label of a storage location says to a scanner, before its code. */
export const storageLocationScanPrefix = "SHELF:";
