import { expect, test } from "vitest";
import { themeVariables } from "./theme-variables-plugin.ts";

test("both color schemes have the theme's own variables, without those of Mantine's stylesheet", () => {
  const css = themeVariables();
  const within = (selector: string) =>
    css
      .split("}")
      .find((rule) => rule.trim().startsWith(`${selector},`))
      ?.split("{")[1] ?? "";
  const both = within(":root");
  const dark = within(':root[data-mantine-color-scheme="dark"]');
  const light = within(':root[data-mantine-color-scheme="light"]');
  expect(both).toContain("--mantine-color-sea-7:");
  expect(both).toContain("Instrument Sans Variable");
  expect(both).not.toContain("--mantine-breakpoint-xs:");
  expect(light).toContain("--water: #e9f2f5");
  expect(dark).toContain("--water: #0c2232");
});
