import type { DigestTopic } from "#office/rules/work-item.ts";
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

declare module "#platform/server/db/tables.ts" {
  interface Tables extends OfficeTables {}
}
