/** The product's name on pages, in emails and on labels. */
export const brandName = "Sampan";

/** The name in cookies, storage keys, channels and the default address of the admin. */
export const brandSlug = brandName.toLowerCase();
