import type { MantineColorsTuple } from "@mantine/core";

type Palette = Record<
  "sea" | "vermilion" | "gray" | "dark" | "green" | "yellow" | "red",
  MantineColorsTuple
>;

/**
 * Ten shades of each color, lightest first. White text has a contrast of 4.5:1 on shade 7 and darker. `dark` is used by
 * the dark scheme, from text to background.
 */
export const palette: Palette = {
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
export const ink = "#0b2231";
