// Row types of the tables about packages.

export type PackagesTables = Record<never, never>;
