// Texts that staff insert into what they write in cases.
import { expect, onTestFinished, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { openedCase } from "#test/cases.ts";
import { testApp } from "#test/test-app.ts";
import { anAdmin, aStaffMember } from "#test/users.ts";

test("texts for cases are the product's own until an admin saves others, in the language of the customer", async () => {
  const app = await testApp();
  onTestFinished(() => app.close());
  const admin = await anAdmin(app);
  const support = await aStaffMember(app, ["support"]);
  const { caseId } = await openedCase({ app, support });
  const read = async () => {
    const { items } = await support.api.cases.readSnippets({ caseId });
    return items.find(({ code }) => code === "all_done")?.text ?? "";
  };
  const { items } = await admin.api.cases.listSnippets({});
  const own = items.find(({ code }) => code === "all_done");
  expect(items).toHaveLength(12);
  expect(own).toMatchObject({ version: 0, texts: own?.ownTexts });
  expect(own?.texts["zh-Hans"]).toContain("{name} 您好");
  expect(await read()).toMatch(/^Hello .+, this is done now\./);

  const texts = {
    en: "{name}: done by {date}.",
    "zh-Hant-HK": "{name}：好了。",
    "zh-Hans": "{name}：好了。",
  };
  const input = { code: "all_done", texts, expectedVersion: 0 } as const;
  const { saveSnippet } = admin.api.cases;
  expect(await saveSnippet(input)).toMatchObject({ version: 1, texts, ownTexts: own?.ownTexts });
  expect(await read()).toMatch(/^.+: done by \w+ \d+, \d{4}\.$/);
  const late = { ...input, texts: { ...texts, en: "Done." } };
  await expectApiError(saveSnippet(late), "conflict");
  const wrong = { ...late, texts: { ...texts, en: "{nmae}" }, expectedVersion: 1 };
  await expectApiError(saveSnippet(wrong), "invalid_input");
  await expectApiError(support.api.cases.saveSnippet({ ...late, expectedVersion: 1 }), "forbidden");
});
