/** What the build draws for the chart, in units of the chart: 1200 wide, 520 high. */
declare module "virtual:sea-chart" {
  export const chartSize: { readonly width: number; readonly height: number };
  /** Path of all land. */
  export const land: string;
  /** Path of the meridians and parallels, every ten degrees. */
  export const graticule: string;
  /** The meridians and parallels that bear a number. */
  export const chartScale: {
    readonly meridians: readonly { readonly x: number; readonly label: string }[];
    readonly parallels: readonly { readonly y: number; readonly label: string }[];
  };
  /** Where a place lies, by its short English name. */
  export const chartPlaces: Readonly<
    Record<
      "China" | "Hong Kong" | "Singapore" | "United States",
      { readonly x: number; readonly y: number }
    >
  >;
}
