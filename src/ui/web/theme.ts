import {
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type CSSVariablesResolver,
} from "@mantine/core";
import { ink, palette } from "./palette.ts";

const fontFamily =
  '"Instrument Sans Variable", "Instrument Sans Fallback", var(--chinese-fonts), system-ui, sans-serif';
const fontFamilyMonospace = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace';

/** The theme of `MantineProvider`, also used by screen tests. */
export const theme = createTheme({
  colors: palette,
  primaryColor: "sea",
  primaryShade: { light: 7, dark: 6 },
  black: ink,
  fontFamily,
  fontFamilyMonospace,
  headings: {
    fontFamily,
    fontWeight: "600",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "2.5rem", lineHeight: "1.1" },
      h2: { fontSize: "1.75rem", lineHeight: "1.2" },
      h3: { fontSize: "1.25rem", lineHeight: "1.3" },
      h4: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h5: { fontSize: "0.9375rem", lineHeight: "1.45" },
      h6: { fontSize: "0.875rem", lineHeight: "1.5" },
    },
  },
  defaultRadius: "md",
  radius: { xs: "3px", sm: "5px", md: "8px", lg: "14px", xl: "22px" },
  shadows: {
    xs: "0 1px 2px rgb(11 34 49 / 6%)",
    sm: "0 1px 2px rgb(11 34 49 / 5%), 0 3px 8px rgb(11 34 49 / 5%)",
    md: "0 2px 4px rgb(11 34 49 / 5%), 0 8px 20px rgb(11 34 49 / 8%)",
    lg: "0 4px 10px rgb(11 34 49 / 6%), 0 18px 44px rgb(11 34 49 / 12%)",
    xl: "0 8px 20px rgb(11 34 49 / 8%), 0 32px 72px rgb(11 34 49 / 16%)",
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Card: { defaultProps: { withBorder: true, radius: "lg", padding: "lg" } },
    Paper: { defaultProps: { radius: "lg" } },
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 600 } },
    Alert: { defaultProps: { variant: "light", radius: "md" } },
    Table: { defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md", tabularNums: true } },
    // Mantine renders their header as <header>, which would be a second banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: "presentation" } } } },
    Drawer: { defaultProps: { attributes: { header: { role: "presentation" } } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Loader: { defaultProps: { type: "dots" } },
    Tabs: { defaultProps: { keepMounted: false } },
    NumberInput: { defaultProps: { hideControls: true } },
    Select: { defaultProps: { allowDeselect: false, comboboxProps: { shadow: "md" } } },
    Anchor: { defaultProps: { underline: "always" } },
  },
});

/** The colors that screens use: ours, and one of Mantine. */
const usedColors = [...Object.keys(palette), "orange"];

const defaults = defaultCssVariablesResolver(DEFAULT_THEME);

/** Mantine's own values of the colors that no screen uses, which it leaves out of the document. */
function unusedDefaults(variables: Readonly<Record<string, string>>): Record<string, string> {
  const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => !usedColors.includes(name));
  const isUnused = (name: string) =>
    unused.some((color) => name.startsWith(`--mantine-color-${color}-`));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isUnused(name)));
}

/** Tints and the text colors on them, so that badges, alerts and links pass WCAG AA in both schemes. */
function tints() {
  const light: Record<string, string> = {};
  const dark: Record<string, string> = {};
  for (const name of usedColors) {
    const prefix = `--mantine-color-${name}`;
    light[`${prefix}-light`] = `var(${prefix}-0)`;
    light[`${prefix}-light-hover`] = `var(${prefix}-1)`;
    light[`${prefix}-light-color`] = `var(${prefix}-8)`;
    light[`${prefix}-text`] = `var(${prefix}-7)`;
    light[`${prefix}-outline`] = `var(${prefix}-7)`;
    dark[`${prefix}-light`] = `color-mix(in srgb, var(${prefix}-5) 20%, transparent)`;
    dark[`${prefix}-light-hover`] = `color-mix(in srgb, var(${prefix}-5) 30%, transparent)`;
    dark[`${prefix}-light-color`] = `var(${prefix}-2)`;
    dark[`${prefix}-text`] = `var(${prefix}-3)`;
    dark[`${prefix}-outline`] = `var(${prefix}-3)`;
  }
  return { light, dark };
}

/**
 * Replaces Mantine's colors that fail WCAG AA and adds variables: `--canvas` (background of signed-in pages),
 * `--surface` (cards on it), `--line` and `--line-strong` (borders), `--field-border` (borders of fields, with a contrast of 3:1), `--ink-quiet` (secondary text), `--accent`
 * (vermilion text and marks), `--water` and `--land` (maps).
 */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const tinted = tints();
  return {
    variables: unusedDefaults(defaults.variables),
    light: {
      ...unusedDefaults(defaults.light),
      ...tinted.light,
      "--mantine-color-vermilion-filled": "var(--mantine-color-vermilion-6)",
      "--mantine-color-vermilion-filled-hover": "var(--mantine-color-vermilion-7)",
      "--mantine-color-dimmed": "var(--mantine-color-gray-6)",
      "--mantine-color-placeholder": "#62757f",
      "--mantine-color-error": "var(--mantine-color-red-7)",
      "--mantine-color-success": "var(--mantine-color-green-7)",
      "--mantine-color-anchor": "var(--mantine-color-sea-7)",
      "--mantine-color-default-border": "var(--mantine-color-gray-3)",
      "--mantine-color-disabled-color": "var(--mantine-color-gray-6)",
      "--canvas": "var(--mantine-color-gray-0)",
      "--surface": "var(--mantine-color-white)",
      "--line": "var(--mantine-color-gray-2)",
      "--line-strong": "var(--mantine-color-gray-3)",
      "--field-border": "var(--mantine-color-gray-5)",
      "--ink-quiet": "var(--mantine-color-gray-6)",
      "--accent": "var(--mantine-color-vermilion-7)",
      "--water": "#e9f2f5",
      "--land": "#ffffff",
    },
    dark: {
      ...unusedDefaults(defaults.dark),
      ...tinted.dark,
      "--mantine-color-dimmed": "var(--mantine-color-dark-2)",
      "--mantine-color-placeholder": "#8ba0ac",
      "--mantine-color-error": "var(--mantine-color-red-3)",
      "--mantine-color-success": "var(--mantine-color-green-3)",
      "--mantine-color-anchor": "var(--mantine-color-sea-3)",
      "--mantine-color-disabled-color": "var(--mantine-color-dark-2)",
      "--canvas": "var(--mantine-color-dark-7)",
      "--surface": "var(--mantine-color-dark-6)",
      "--line": "#1f3849",
      "--line-strong": "var(--mantine-color-dark-4)",
      "--field-border": "#6b8595",
      "--ink-quiet": "var(--mantine-color-dark-2)",
      "--accent": "var(--mantine-color-vermilion-4)",
      "--water": "#0c2232",
      "--land": "#17344a",
    },
  };
};
