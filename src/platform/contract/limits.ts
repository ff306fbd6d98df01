import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { done, line, pageNumber, pageSize, text, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

const countedLimit = z.object({
  limit: z.string().describe("Name of the limit, such as failedSignInsPerAccount"),
  who: z
    .string()
    .describe(
      "The address, account or email that it counts, with the network, device or session where it counts each on its own",
    ),
  attempts: z.int(),
  mostAttempts: z.int(),
  withinSeconds: z.int(),
  isReached: z.boolean(),
  endsAt: time.describe("When the oldest counted attempt stops counting"),
});
countedLimit.register(z.globalRegistry, { id: "CountedLimit" });

export type CountedLimit = z.infer<typeof countedLimit>;

export const limits = {
  listLimits: procedure({
    method: "GET",
    path: "/admin/limits",
    access: roleAccess.limits,
    summary: "List what counts against the rate limits at this moment, reached limits first",
    description:
      "Lists counted attempts of every address, account and email, with the time at which they stop counting.",
  })
    .input(
      z.strictObject({
        search: line(254).default("").describe("Part of an address, account or email"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(countedLimit), total: z.int() })),

  liftLimit: procedure({
    method: "POST",
    path: "/admin/limits/lift",
    access: roleAccess.limits,
    actsOn: "limit",
    audit: "stated",
    summary: "Clear what counts against one limit for one address, account or email",
    description:
      "Needs the values of an entry of limits.listLimits. Further attempts are counted from zero; the audit log records the call.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ limit: text(60), who: text(320) }))
    .output(done),
};
