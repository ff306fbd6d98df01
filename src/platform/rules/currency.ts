/** Currencies in which amounts can also be shown; with US dollars nothing is shown beside them. */
export const displayCurrencies = ["HKD", "SGD", "AUD", "EUR", "GBP", "CAD", "CNY", "USD"] as const;
export type DisplayCurrency = (typeof displayCurrencies)[number];
