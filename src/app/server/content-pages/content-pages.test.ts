import { expect, test } from "vitest";
import type { Language } from "#platform/rules/language.ts";
import { createLog } from "#platform/server/log.ts";
import { createContentPages } from "./content-pages.ts";

function contactPage(language: Language, supportEmail: string | null): string {
  const config = { dataDir: "/nowhere", operatorName: null, operatorAddress: null, supportEmail };
  const log = createLog({ level: "silent", write: () => undefined });
  return createContentPages(config, log).find(language, "/contact")?.article ?? "";
}

test.each<[Language, RegExp, RegExp]>([
  ["en", /write an email to the address below/, /There is no email address for questions yet/],
  ["zh-Hant-HK", /請電郵至以下地址/, /目前尚未公布查詢電郵/],
  ["zh-Hans", /请发邮件到以下邮箱/, /目前还没有公布咨询邮箱/],
])(
  "the contact page in %s names an address below only where there is one",
  (language, address, none) => {
    const published = contactPage(language, "help@sampan.example");
    expect(published).toMatch(address);
    expect(published).not.toMatch(none);
    const unpublished = contactPage(language, null);
    expect(unpublished).toMatch(none);
    expect(unpublished).not.toMatch(address);
  },
);
