/** What an export of an account holds: everything as JSON, or one part as CSV. */
export const exportParts = ["everything", "transactions", "packages"] as const;

/** What an export of an account holds. */
export type ExportPart = (typeof exportParts)[number];
