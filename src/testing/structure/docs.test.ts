import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { environmentSettings } from "#server/environment-settings.ts";
import { repository, sourceFiles } from "./source-files.ts";

const documents = sourceFiles("*.md", "docs/*.md", "docs/decisions/*.md");

function document(path: string): string {
  return documents.find((one) => one.path === path)?.text ?? "";
}

describe("the documents", () => {
  test("describe every setting", () => {
    const manual = document("docs/operations.md");
    const names = Object.keys(environmentSettings);
    expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });

  test("map every page of the product", () => {
    const [routes] = sourceFiles("src/web/routes.ts");
    const screens = [...(routes?.text ?? "").matchAll(/"([\w-]+\/[\w-]+\.tsx)"/g)].map(
      ([, file]) => `src/web/${file}`,
    );
    expect(screens.length).toBeGreaterThan(10);
    const map = document("docs/spec-map.md");
    const pages = screens.filter((file) => !file.endsWith("-layout.tsx"));
    expect(pages.filter((file) => !map.includes(file))).toEqual([]);
  });

  test("map every operation, with its access level", () => {
    const map = document("docs/spec-map.md").replaceAll(/ +/g, " ");
    const rows = operations.map(({ name, access }) => {
      const level = typeof access === "object" ? access.roles.join(", ") : access;
      return `| \`${name}\` | ${level} |`;
    });
    expect(rows.filter((row) => !map.includes(row))).toEqual([]);
  });

  test("name only files that exist", () => {
    const named = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|sandbox|scripts|e2e|docs|bench)\/[\w./-]+)`/g)].map(
        ([, file]) => `${path}: ${file}`,
      ),
    );
    expect(named.filter((one) => !existsSync(join(repository, one.split(": ")[1] ?? "")))).toEqual(
      [],
    );
  });

  test("link only to what exists", () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, target]) => ({
        path,
        target,
      })),
    );
    const broken = links.filter(
      ({ path, target }) => !existsSync(join(repository, dirname(path), target ?? "")),
    );
    expect(broken).toEqual([]);
  });

  test("number decisions one after the other", () => {
    const numbers = sourceFiles("docs/decisions/*.md").map(({ path }) =>
      Number(/(\d{4})-[\w-]+\.md$/.exec(path)?.[1]),
    );
    expect(numbers).toEqual(numbers.map((_number, position) => position + 1));
  });
});
