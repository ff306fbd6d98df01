/** The world's land as the build prepares it, without Antarctica and small islands. */
declare module "virtual:world-land" {
  /** Pieces of land, each its coast and the shores of its seas, each ring as steps in tenths of a degree from point to point. */
  export const land: readonly (readonly (readonly number[])[])[];
}
