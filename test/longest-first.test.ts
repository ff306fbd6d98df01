import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { TestSpecification } from "vitest/node";
import { longestFiles, sortLongestFirst } from "./longest-first.ts";

test("Each listed file exists", () => {
  expect(longestFiles.filter((file) => !existsSync(file))).toEqual([]);
});

test("The longest files come before the others of their project", () => {
  const [browser, node] = [{ name: "browser" }, { name: "node" }];
  const files = [
    { project: node, moduleId: "/repository/src/platform/rules/money.test.ts" },
    { project: node, moduleId: "/repository/src/app/server/main.test.ts" },
    { project: browser, moduleId: "/repository/src/app/web/root.test.tsx" },
    { project: node, moduleId: "/repository/src/app/server/main.test.ts" },
  ];
  const sorted = sortLongestFirst(files as unknown as TestSpecification[]);
  expect(sorted.map(({ moduleId }) => moduleId.replace("/repository/src/", ""))).toEqual([
    "app/server/main.test.ts",
    "app/server/main.test.ts",
    "platform/rules/money.test.ts",
    "app/web/root.test.tsx",
  ]);
});
