import * as z from "zod";
import { auditOutcomes } from "#platform/rules/list-page.ts";
import {
  csvFile,
  id,
  line,
  locale,
  pageNumber,
  pageSize,
  time,
  timeZone,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const facts = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z.object({
  id: z.string(),
  actorId: id.nullable().describe("null: the operator, from the command line"),
  actorEmail: z.string().nullable(),
  action: z.string().describe("Name of the operation, such as wallet.adjustWallet"),
  target: z.string().describe("Id of the affected object"),
  targetName: z
    .string()
    .nullable()
    .describe("Its email, number, code or name as screens show it, if it has one and still exists"),
  before: facts,
  after: facts,
  reason: z.string().nullable(),
  ipAddress: z.string().nullable(),
  errorCode: z.string().nullable().describe("Error code; null: it succeeded"),
  createdAt: time,
});
auditEntry.register(z.globalRegistry, { id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

/** Filters of the list and of its CSV download. */
export const auditFilter = {
  actor: line(254).default("").describe("Part of the actor's email"),
  action: line(80).default("").describe("Name of the operation"),
  target: line(254).default("").describe("Id, email, number, code or name of the affected object"),
  outcome: z.enum(auditOutcomes).default("all"),
  from: time.optional(),
  until: time.optional(),
};

export const audit = {
  listEntries: procedure({
    method: "GET",
    path: "/admin/audit-entries",
    access: "admin",
    summary: "List admin actions and rejected attempts, newest first; the total stops at 10,000",
    description: "All filters can be combined. Entries cannot be changed or deleted by anybody.",
  })
    .input(z.strictObject({ ...auditFilter, page: pageNumber, pageSize }))
    .output(
      z.object({
        items: z.array(auditEntry),
        total: z.int(),
        actions: z.array(z.string()).describe("Every action in the log"),
        isProtectedByPrivileges: z
          .boolean()
          .describe("Whether the server's database role has no privilege to change the log"),
      }),
    ),

  exportEntries: procedure({
    method: "GET",
    path: "/admin/audit/audit-log.csv",
    access: "admin",
    isLong: true,
    summary: "Download the matching entries as a CSV file, newest first",
    description:
      "Sends all entries that match the filters, which are those of audit.listEntries. Two downloads of an account run at once.",
    errors: ["busy"],
  })
    .input(z.strictObject({ ...auditFilter, timeZone, locale }))
    .output(csvFile),
};
