/** The source of the prices of storage, services and boxes that every installation begins with, as their migrations stored it. */
export const firstPricesSource = "The first prices";

/** The same of the prices of extra services. */
export const usualPricesSource = "Usual prices of forwarders in Hong Kong and China, 2026";
