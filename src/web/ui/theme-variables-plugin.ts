/** Writes the theme's variables into a stylesheet when the product is built, so that no browser has to work them out. */
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  deepMerge,
  mergeMantineTheme,
} from "@mantine/core";
import { cssVariablesResolver, theme } from "./theme.ts";

const moduleId = "virtual:theme-variables.css";

type Variables = Record<string, string>;
const parts = ["variables", "light", "dark"] as const;

/** What of `ours` differs from `theirs`, which Mantine's own stylesheet holds already. */
function changed(ours: Variables, theirs: Variables): Variables {
  return Object.fromEntries(Object.entries(ours).filter(([name, value]) => theirs[name] !== value));
}

/** The stylesheet: `:root` with what holds in both colour schemes, then each scheme's own. */
export function themeVariables(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const ours = deepMerge(defaultCssVariablesResolver(whole), cssVariablesResolver(whole));
  const theirs = defaultCssVariablesResolver(DEFAULT_THEME);
  const [variables, light, dark] = parts.map((part) => changed(ours[part], theirs[part]));
  return convertCssVariables({
    variables: variables ?? {},
    light: light ?? {},
    dark: dark ?? {},
  });
}

/** The vite plugin behind `virtual:theme-variables.css`. */
export function themeVariablesStyles() {
  return {
    name: "theme-variables",
    resolveId: (id: string) => (id === moduleId ? moduleId : null),
    load: (id: string) => (id === moduleId ? themeVariables() : null),
  };
}
