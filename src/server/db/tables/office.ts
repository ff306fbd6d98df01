import type { DigestTopic } from "#core/work-item.ts";
import type { ColumnType, Generated } from "kysely";

type AdminDigestsTable = {
  topic: DigestTopic;
  notifiedUntil: Generated<Date>;
  writtenAt: Date | null;
  waiting: ColumnType<Record<string, number>, string | undefined, string>;
};

export type OfficeTables = {
  adminDigests: AdminDigestsTable;
};

declare module "#server/db/tables.ts" {
  interface Tables extends OfficeTables {}
}
