import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { neededStyles } from "./component-styles-plugin.ts";

function stylesOf(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "component-styles-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "screen.tsx"), source);
  return neededStyles(folder).map((path) => path.replace("@mantine/core/styles/", ""));
}

test("the styles of a component come after those of its dependencies", () => {
  const styles = stylesOf(`import { Button, createTheme } from "@mantine/core";`);
  expect(styles).toContain("Button.layer.css");
  expect(styles.indexOf("UnstyledButton.layer.css")).toBeGreaterThan(-1);
  expect(styles.indexOf("UnstyledButton.layer.css")).toBeLessThan(
    styles.indexOf("Button.layer.css"),
  );
});

test("a component without own styles includes those of its dependencies", () => {
  const styles = stylesOf(`import {\n  Select,\n  SegmentedControl,\n} from "@mantine/core";`);
  expect(styles).toEqual(
    expect.arrayContaining([
      "Combobox.layer.css",
      "Input.layer.css",
      "FloatingIndicator.layer.css",
      "SegmentedControl.layer.css",
    ]),
  );
});

test("a component that no screen uses adds no styles", () => {
  const styles = stylesOf(`import { Text } from "@mantine/core";`);
  expect(styles).toEqual([
    "baseline.layer.css",
    "default-css-variables.layer.css",
    "global.layer.css",
    "Text.layer.css",
  ]);
});

test("toasts include their own stylesheet and that of the notification component", () => {
  const styles = stylesOf(`import { Notifications } from "@mantine/notifications";`);
  expect(styles).toContain("Notification.layer.css");
  expect(styles.at(-1)).toBe("@mantine/notifications/styles.layer.css");
});
