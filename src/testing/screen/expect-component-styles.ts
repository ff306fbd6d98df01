import allStyles from "@mantine/core/styles.css?raw";
import { expect } from "vitest";

const componentClass = /\.(m_[\da-f]+)/g;

function classesIn(css: string): Set<string> {
  return new Set([...css.matchAll(componentClass)].map((match) => match[1] ?? ""));
}

const styled = classesIn(allStyles);

/** Expects the stylesheet of every Mantine component on the screen, which `component-styles.ts` must import. */
export function expectComponentStyles(): void {
  const loaded = classesIn(
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
      .join("\n"),
  );
  const missing = new Set<string>();
  for (const element of document.querySelectorAll("[class*='m_']")) {
    for (const name of element.classList) {
      if (styled.has(name) && !loaded.has(name)) missing.add(element.className);
    }
  }
  expect([...missing], "elements whose stylesheet component-styles.ts does not import").toEqual([]);
}
