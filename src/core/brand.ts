// The name of the product, in the only place that knows it.

/** The name customers see on pages, in letters and on labels. */
export const brandName = "Sampan";
