import {
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  localStorageColorSchemeManager,
} from "@mantine/core";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Anchor.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Badge.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Card.layer.css";
import "@mantine/core/styles/Center.layer.css";
import "@mantine/core/styles/Chip.layer.css";
import "@mantine/core/styles/Code.layer.css";
import "@mantine/core/styles/Container.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/List.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/core/styles/Pagination.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/RadioIndicator.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Table.layer.css";
import "@mantine/core/styles/Tabs.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "@mantine/notifications/styles.layer.css";
import { brandSlug } from "#platform/rules/brand.ts";

type Palette = Record<
  "sea" | "vermilion" | "gray" | "dark" | "green" | "yellow" | "red",
  MantineColorsTuple
>;

/**
 * Ten shades of each color, lightest first. White text has a contrast of 4.5:1 on shade 7 and darker. `dark` is used by
 * the dark scheme, from text to background.
 */
const palette: Palette = {
  sea: [
    "#eaf4f7",
    "#d2e7ee",
    "#a5d0dd",
    "#75b7ca",
    "#479bb3",
    "#26819c",
    "#146c88",
    "#0b5872",
    "#09465c",
    "#073446",
  ],
  vermilion: [
    "#fff1ec",
    "#ffded4",
    "#ffbca7",
    "#fc9475",
    "#f3704b",
    "#e4512a",
    "#d13f1b",
    "#b83414",
    "#962a11",
    "#75220f",
  ],
  gray: [
    "#f5f8f9",
    "#ebf0f2",
    "#dde5e9",
    "#cad5db",
    "#aebdc6",
    "#738793",
    "#566b78",
    "#405461",
    "#293c48",
    "#162731",
  ],
  dark: [
    "#dce7ec",
    "#bccbd3",
    "#9aaeb9",
    "#8499a5",
    "#2c4454",
    "#1c3545",
    "#12293a",
    "#0a1d2b",
    "#071723",
    "#040f18",
  ],
  green: [
    "#e8f6ef",
    "#cdebdc",
    "#9fd8bd",
    "#6cc29a",
    "#3fab7c",
    "#219466",
    "#117d54",
    "#0b6a47",
    "#09563b",
    "#07432f",
  ],
  yellow: [
    "#fff6df",
    "#ffebb8",
    "#fdd77a",
    "#f5be42",
    "#e5a51c",
    "#c6890b",
    "#a26e06",
    "#835708",
    "#694609",
    "#513608",
  ],
  red: [
    "#fdecef",
    "#fbd5da",
    "#f5aab3",
    "#ed7c8a",
    "#e35567",
    "#d3354c",
    "#bd223a",
    "#a11930",
    "#831428",
    "#68111f",
  ],
};

/** The darkest color, for text and for backgrounds with white text. */
const ink = "#0b2231";

// fails where one is missing.

/** The key in local storage, which the document script reads too. */
export const colorSchemeKey = `${brandSlug}-color-scheme`;

export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });

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
    // An open list is a part of the page's content, not beside its landmarks.
    Combobox: { defaultProps: { portalProps: { target: "main, body:not(:has(main))" } } },
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
