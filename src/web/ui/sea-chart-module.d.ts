/** The chart as drawn by the build, in chart units: 1200 wide, 520 high. */
declare module "virtual:sea-chart" {
  export const chartSize: { readonly width: number; readonly height: number };
  /** SVG path of all land. */
  export const land: string;
  /** SVG path of the meridians and parallels, every ten degrees. */
  export const graticule: string;
  /** The meridians and parallels with a number. */
  export const chartScale: {
    readonly meridians: readonly { readonly x: number; readonly label: string }[];
    readonly parallels: readonly { readonly y: number; readonly label: string }[];
  };
  /** The position of each place, by its short English name. */
  export const chartPlaces: Readonly<
    Record<
      "China" | "Hong Kong" | "Singapore" | "United States",
      { readonly x: number; readonly y: number }
    >
  >;
}
