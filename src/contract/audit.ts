// What staff may ask about the audit log: who did what, and what was refused.
import * as z from "zod";
import { id, pageNumber, pageSize, text, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

const facts = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z.object({
  id: z.string(),
  actorId: id.nullable().describe("null: the operator at the console"),
  actorEmail: z.string().nullable(),
  action: z.string().describe("Name of the operation, such as wallet.adjustWallet"),
  target: z.string().describe("Id of what it was done to"),
  targetName: z
    .string()
    .nullable()
    .describe("Its email, tracking number or leg, where it has one and is still there"),
  before: facts,
  after: facts,
  reason: z.string().nullable(),
  ipAddress: z.string().nullable(),
  errorCode: z.string().nullable().describe("Code of the problem; null: it was done"),
  createdAt: time,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** What of the log is asked for; the file that staff download takes the same. */
export const auditFilter = {
  actor: text(254).default("").describe("Part of the email of who did it"),
  action: text(80).default("").describe("Name of the operation"),
  target: text(254).default("").describe("Id, email or tracking number of what it was done to"),
  outcome: z.enum(["all", "done", "refused"]).default("all"),
  from: time.optional(),
  until: time.optional(),
};

export const audit = {
  listEntries: procedure({
    method: "GET",
    path: "/admin/audit-entries",
    access: "admin",
    summary: "What staff did and what was refused, newest first; 10,000 at most are counted",
  })
    .input(z.strictObject({ ...auditFilter, page: pageNumber, pageSize }))
    .output(
      z.object({
        items: z.array(auditEntry),
        total: z.int(),
        actions: z.array(z.string()).describe("Every action that is in the log"),
        isClosedByRight: z
          .boolean()
          .describe("Whether the server's own database role lacks the right to change the log"),
      }),
    ),
};
