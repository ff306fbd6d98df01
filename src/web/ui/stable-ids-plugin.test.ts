// Whether the ids of Mantine's components are still made where the build replaces what makes them.
import { expect, test } from "vitest";
import { fileURLToPath } from "node:url";
import { settledIds } from "./stable-ids-plugin.ts";

const hooks = fileURLToPath(import.meta.resolve("@mantine/hooks"));

test("the module that makes ids is replaced, and no other", async () => {
  const { load } = settledIds();
  const ids = hooks.replace(/index\.mjs$/, "use-id/use-id.mjs");
  expect(Object.keys((await import(ids)) as object)).toEqual(["useId"]);
  expect(load(ids)).toContain("export function useId(");
  expect(load(hooks)).toBeNull();
});
