import type { GeneratedAlways } from "kysely";

type ChangesTable = {
  /** Id of the database transaction; text, since it has 64 bits. */
  xid: GeneratedAlways<string>;
  /** null: for admins only or, with a topic of `broadcastTopics`, for everybody. */
  userId: string | null;
  topic: string;
  subjectId: string | null;
  recordedAt: GeneratedAlways<Date>;
};

export type ChangesTables = {
  changes: ChangesTable;
};
