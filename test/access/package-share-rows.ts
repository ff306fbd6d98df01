import type { Row } from "./row.ts";

/** Nobody else's package is found, by admins neither. */
const byRole = { other: "not_found", admin: "not_found" } as const;

export const packageShareRows: Readonly<Record<string, Row>> = {
  readOwnShare: { input: ({ pkg }) => ({ packageId: pkg.id }), byRole },
  shareOwnPackage: { input: ({ pkg }) => ({ packageId: pkg.id, hasPhotos: false }), byRole },
  endShare: { input: ({ pkg }) => ({ packageId: pkg.id }), byRole },
  readShared: { input: () => ({ token: "x".repeat(64) }), answer: "not_found" },
};
