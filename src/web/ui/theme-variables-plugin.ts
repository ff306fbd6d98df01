/** Writes the theme's CSS variables into a stylesheet at build time, so that browsers do not compute them. */
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

/** The entries of `ours` that differ from `theirs`, which Mantine's own stylesheet already contains. */
function changed(ours: Variables, theirs: Variables): Variables {
  return Object.fromEntries(Object.entries(ours).filter(([name, value]) => theirs[name] !== value));
}

/** The stylesheet: the variables of both color schemes in `:root`, then those of each scheme. */
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

/** Provides `virtual:theme-variables.css`. */
export function themeVariablesStyles() {
  return {
    name: "theme-variables",
    resolveId: (id: string) => (id === moduleId ? moduleId : null),
    load: (id: string) => (id === moduleId ? themeVariables() : null),
  };
}
