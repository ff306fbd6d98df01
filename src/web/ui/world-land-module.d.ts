/** The world's land as prepared by the build, without Antarctica and small islands. */
declare module "virtual:world-land" {
  /** Land areas, each with its coast and the shores of its inland seas as rings of steps in tenths of a degree. */
  export const land: readonly (readonly (readonly number[])[])[];
}
