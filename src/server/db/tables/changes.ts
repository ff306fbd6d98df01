// Row type of the table of changes, which triggers write and pages follow.
import type { GeneratedAlways } from "kysely";

type ChangesTable = {
  /** The database transaction that made the change; text, since PostgreSQL counts them in 64 bits. */
  xid: GeneratedAlways<string>;
  /** Whom it concerns; null for staff alone or, with the topics `everything`, `lane` and `platform`, for everybody. */
  userId: string | null;
  topic: string;
  subjectId: string | null;
  recordedAt: GeneratedAlways<Date>;
};

export type LiveTables = {
  changes: ChangesTable;
};
