/** What the build draws for the chart, in units of the chart: 1200 wide, 520 high. */
declare module "virtual:sea-chart" {
  export const chartSize: { readonly width: number; readonly height: number };
  /** Path of all land. */
  export const land: string;
  /** Path of the meridians and parallels, every ten degrees. */
  export const graticule: string;
  /** Where a place lies, by its short English name. */
  export const chartPlaces: Readonly<
    Record<
      "China" | "Hong Kong" | "Singapore" | "United States",
      { readonly x: number; readonly y: number }
    >
  >;
}
