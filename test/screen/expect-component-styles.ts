import allStyles from "@mantine/core/styles.css?raw";
import { expect } from "vitest";

const componentClass = /\.(m_[\da-f]+)/g;

function classesIn(css: string): Set<string> {
  return new Set([...css.matchAll(componentClass)].map((match) => match[1] ?? ""));
}

const styled = classesIn(allStyles);

/** The classes of each stylesheet: reading all rules after every test would take longer than many a test. */
const classesOfSheets = new WeakMap<CSSStyleSheet, Set<string>>();

function classesOf(sheet: CSSStyleSheet): Set<string> {
  const known = classesOfSheets.get(sheet);
  if (known !== undefined) return known;
  const classes = classesIn([...sheet.cssRules].map((rule) => rule.cssText).join("\n"));
  classesOfSheets.set(sheet, classes);
  return classes;
}

/** Expects the stylesheet of every Mantine component on the screen, which `component-styles.ts` must import. */
export function expectComponentStyles(): void {
  const loaded = new Set([...document.styleSheets].flatMap((sheet) => [...classesOf(sheet)]));
  const missing = new Set<string>();
  for (const element of document.querySelectorAll("[class*='m_']")) {
    for (const name of element.classList) {
      if (styled.has(name) && !loaded.has(name)) missing.add(element.className);
    }
  }
  expect([...missing], "elements whose stylesheet component-styles.ts does not import").toEqual([]);
}
