import * as z from "zod";
import { errorSources, errorStates } from "#platform/rules/list-page.ts";
import { id, pageNumber, pageSize, time, done, text } from "./fields.ts";
import { procedure } from "./procedure.ts";

export const browserErrors = {
  reportError: procedure({
    method: "POST",
    path: "/error-reports",
    access: "signedIn",
    transaction: "own",
    limit: "errorReportsPerAccount",
    summary: "Report an error from the browser",
    description:
      "Stores the report with the account that sends it, and groups it with others of the same error. Sixty can be sent in an hour.",
  })
    .input(
      z.strictObject({
        errorMessage: text(2000),
        errorStack: text(8000).optional(),
        source: text(200),
        context: text(8000).optional().describe("JSON text of extra data"),
      }),
    )
    .output(done),
};

const errorGroup = z.object({
  id,
  errorMessage: z.string(),
  source: z.string().describe("server, or the part of the application that reported it"),
  place: z.string().nullable().describe("Where in the code, if known"),
  times: z.int().describe("How often it has happened in total"),
  usersAffected: z.int().describe("Accounts affected within the retention period"),
  firstSeenAt: time,
  lastSeenAt: time,
  resolvedAt: time
    .nullable()
    .describe("When an admin marked it resolved; an error that comes back is reopened"),
});
errorGroup.register(z.globalRegistry, { id: "ErrorGroup" });

export type ErrorGroup = z.infer<typeof errorGroup>;

const loggedError = z.object({
  id: z.string(),
  userId: id.nullable(),
  errorStack: z.string().nullable(),
  context: z.string().nullable(),
  createdAt: time,
});
loggedError.register(z.globalRegistry, { id: "LoggedError" });

export type LoggedError = z.infer<typeof loggedError>;

export const errorReports = {
  ...browserErrors,

  listErrors: procedure({
    method: "GET",
    path: "/admin/errors",
    access: "admin",
    summary: "List server and browser errors in groups, last seen first",
    description:
      "A group has all occurrences of one error. `openCount` counts open groups, whatever the filter.",
  })
    .input(
      z.strictObject({
        state: z.enum(errorStates).default("open"),
        source: z.enum(errorSources).default("all"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(errorGroup), total: z.int(), openCount: z.int() })),

  readError: procedure({
    method: "GET",
    path: "/admin/errors/{errorGroupId}",
    access: "admin",
    summary: "Read an error group with its last 20 occurrences",
    description: "Reads the occurrences with their stacks and accounts. It changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ errorGroupId: id }))
    .output(z.object({ group: errorGroup, occurrences: z.array(loggedError) })),

  resolveError: procedure({
    method: "PUT",
    path: "/admin/errors/{errorGroupId}/resolution",
    access: "admin",
    actsOn: "none",
    audit: { field: "errorGroupId" },
    summary: "Mark an error group as resolved, or reopen it",
    description: "Sets whether the group is resolved. Its next occurrence opens it again.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ errorGroupId: id, isResolved: z.boolean() }))
    .output(errorGroup),
};
