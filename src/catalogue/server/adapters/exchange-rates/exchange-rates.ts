import type { EuroRates } from "#catalogue/rules/exchange-rate.ts";

export type DayRates = {
  /** The day on which they were published, `YYYY-MM-DD`. */
  readonly day: string;
  readonly rates: EuroRates;
};

export type ExchangeRates = {
  /** Where the rates come from; stored beside them, and only those of the source in use are shown. */
  readonly source: string;
  /** The rates published last. Throws where they cannot be read whole. */
  readDay(): Promise<DayRates>;
};

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly exchangeRates: ExchangeRates;
  }
}
