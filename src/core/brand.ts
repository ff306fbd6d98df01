/** The product's name on pages, in emails and on labels. */
export const brandName = "Sampan";
