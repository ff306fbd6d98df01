/** The source of the rates that every installation begins with, as their migration stored it; older ones have it at more prices. */
export const firstPricesSource = "The first prices";

/** The source of the suggested prices of storage and extra services. */
export const usualPricesSource = "Usual prices of forwarders in Hong Kong and China, 2026";

/** The source of suggestions that no publication states. */
export const proposalSource = "Proposed with the product";
