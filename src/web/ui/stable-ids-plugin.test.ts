import { expect, test } from "vitest";
import { fileURLToPath } from "node:url";
import { stableIds } from "./stable-ids-plugin.ts";

const hooks = fileURLToPath(import.meta.resolve("@mantine/hooks"));

test("the module that makes ids is replaced, and no other", async () => {
  const { load } = stableIds();
  const ids = hooks.replace(/index\.mjs$/, "use-id/use-id.mjs");
  expect(Object.keys((await import(ids)) as object)).toEqual(["useId"]);
  expect(load(ids)).toContain("export function useId(");
  expect(load(hooks)).toBeNull();
});
