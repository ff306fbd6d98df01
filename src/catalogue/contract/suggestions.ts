// What the product suggests for set-up, and accepting it.
import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { suggestionKinds, suggestionPageNames } from "#catalogue/rules/suggestion.ts";
import { nothing, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const suggestionCode = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "Such as storage-prices.")
  .meta({ id: "SuggestionCode", examples: ["storage-prices"] });

const suggestion = z
  .object({
    code: suggestionCode,
    kind: z.enum(suggestionKinds),
    page: z.enum(suggestionPageNames).describe("The page of set-up to which it belongs"),
    title: z.string().describe("In the reader's language"),
    lines: z.array(z.string()).describe("What comes into force with it, in the reader's language"),
    source: z.string().describe("Where it was found, or who proposes it"),
    sourceDay: z.iso.date().describe("The day for which the source states it"),
    isOpen: z.boolean().describe("Whether it can be accepted: nothing stands in its place yet"),
    acceptedAt: time.nullable().describe("null: it was not accepted"),
  })
  .meta({ id: "Suggestion" });
export type Suggestion = z.infer<typeof suggestion>;

const suggestionList = z.object({ items: z.array(suggestion) });

export const suggestions = {
  listSuggestions: procedure({
    method: "GET",
    path: "/admin/suggestions",
    access: roleAccess.suggestions,
    summary: "List what the product suggests for set-up, accepted or not",
    description:
      "Those of the pages that the reader may use; without a warehouse only what does not need one.",
  })
    .input(nothing)
    .output(suggestionList),

  acceptSuggestions: procedure({
    method: "POST",
    path: "/admin/suggestions/acceptance",
    access: roleAccess.suggestions,
    actsOn: "none",
    audit: "stated",
    summary: "Accept suggestions, which are in force from today on",
    description:
      "All of them or none. What has been accepted stays as it is, and so does what staff entered in place of a suggestion. Suspensions can be accepted at any time, everything else once a warehouse was entered. Each is written to the audit log.",
    errors: [
      "not_found",
      "no_warehouse",
      "too_many_boxes",
      "too_many_extra_services",
      "service_leg_not_priced",
      "conflict",
    ],
  })
    .input(z.strictObject({ codes: z.array(suggestionCode).min(1).max(100).readonly() }))
    .output(suggestionList),
};
