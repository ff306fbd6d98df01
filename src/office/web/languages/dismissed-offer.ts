import { brandSlug } from "#platform/rules/brand.ts";

/** The key of the browser's storage under which the language of the dismissed offer is. */
export const dismissedOfferKey = `${brandSlug}-dismissed-language`;
