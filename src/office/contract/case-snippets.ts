// Texts that staff insert into what they write in cases, and the setting that they are.
import * as z from "zod";
import { caseSnippets, snippetLimit, unknownSnippetFields } from "#office/rules/case-snippet.ts";
import { id, text } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";

const code = z.enum(caseSnippets).meta({ id: "CaseSnippet" });

const snippetText = text(snippetLimit)
  .refine((value) => value !== "", "Please write the text.")
  .refine(
    (value) => unknownSnippetFields(value).length === 0,
    "Only {name}, {number} and {date} are filled in.",
  );
const texts = z.strictObject({
  en: snippetText,
  "zh-Hant-HK": snippetText,
  "zh-Hans": snippetText,
});

const snippetSetting = z.object({
  code,
  texts: texts.describe("By language; {name}, {number} and {date} are filled in"),
  ownTexts: texts.describe("Those of the product, which hold until others are saved"),
  version: z.int().describe("Increases with every change; 0: those of the product"),
});
snippetSetting.register(z.globalRegistry, { id: "CaseSnippetSetting" });
export type CaseSnippetSetting = z.infer<typeof snippetSetting>;

export const caseSnippetOperations = {
  readSnippets: procedure({
    method: "GET",
    path: "/admin/cases/{caseId}/snippets",
    access: roleAccess.cases,
    summary: "Read texts to insert into what is written in a case, in the language of its customer",
    description: "With the customer's name, the number of the thing, and a day.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ caseId: id }))
    .output(z.object({ items: z.array(z.object({ code, text: z.string() })) })),

  listSnippets: procedure({
    method: "GET",
    path: "/admin/case-snippets",
    access: roleAccess.admin,
    summary: "List the texts that staff insert into what they write in cases, in each language",
    description: "With those of the product, which hold until others are saved.",
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(snippetSetting) })),

  saveSnippet: procedure({
    method: "PUT",
    path: "/admin/case-snippets/{code}",
    access: roleAccess.admin,
    actsOn: "none",
    audit: { field: "code" },
    expectsVersion: true,
    summary: "Change a text that staff insert into what they write in cases, in each language",
    description: "Needs the `expectedVersion` that was read. What was sent with it stays.",
  })
    .input(z.strictObject({ code, texts, expectedVersion: z.int() }))
    .output(snippetSetting),
};
