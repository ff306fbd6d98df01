import { expect, test } from "vitest";
import type { Language } from "#platform/rules/language.ts";
import { createLog } from "#platform/server/log.ts";
import { createContentPages } from "./content-pages.ts";

function findPage(language: Language, path: string, supportEmail: string | null) {
  const config = { dataDir: "/nowhere", operatorName: null, operatorAddress: null, supportEmail };
  const log = createLog({ level: "silent", write: () => undefined });
  return createContentPages(config, log).find(language, path);
}

function contactPage(language: Language, supportEmail: string | null): string {
  return findPage(language, "/contact", supportEmail)?.article ?? "";
}

function anchorsOf(language: Language): readonly string[] {
  const { article = "" } = findPage(language, "/help", null) ?? {};
  const headings = article.match(/<h[23][^>]*>/g) ?? [];
  return headings.map((heading) => / id="([a-z-]+)"/.exec(heading)?.[1] ?? heading);
}

test("every heading of Help has an anchor, the same in all languages, and every link within it one", () => {
  const anchors = anchorsOf("en");
  expect(anchors).toContain("who-answers");
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const language of ["en", "zh-Hant-HK", "zh-Hans"] as const) {
    expect(anchorsOf(language)).toEqual(anchors);
    const { article = "" } = findPage(language, "/help", null) ?? {};
    expect(article).not.toMatch(/\{#/);
    const links = [...article.matchAll(/href="#([^"]+)"/g)].map(([, name = ""]) => name);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((name) => !anchors.includes(name))).toEqual([]);
  }
});

test("customers do not read that the operator has published nothing", () => {
  expect(findPage("en", "/terms", null)?.operator).toBe("");
  expect(findPage("en", "/terms", "help@sampan.example")?.operator).toContain("Who runs this");
});

test.each<[Language, RegExp, RegExp]>([
  ["en", /write an email to the address below/, /log in<\/a> and choose/],
  ["zh-Hant-HK", /請電郵至以下地址/, /登入<\/a>，在相關/],
  ["zh-Hans", /请发邮件到以下邮箱/, /登录<\/a>，在相关/],
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
