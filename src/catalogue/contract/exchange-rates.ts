import * as z from "zod";
import { quotedCurrencies } from "#catalogue/rules/exchange-rate.ts";
import { nothing } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const dayRates = z.object({
  day: z.iso.date().describe("The day on which they were published"),
  rates: z
    .record(z.enum(quotedCurrencies), z.string())
    .describe("Units of each currency for one euro, as exact decimal text"),
});
dayRates.register(z.globalRegistry, { id: "DayRates" });

export type DayRates = z.infer<typeof dayRates>;

export const exchangeRates = {
  readExchangeRates: procedure({
    method: "GET",
    path: "/exchange-rates",
    access: "signedIn",
    summary: "Read the newest exchange rates, with which amounts are also shown approximately",
    description:
      "Reads the euro's reference rates and changes nothing. `newest` is null unless they are younger than seven days. Nothing is charged by them.",
  })
    .input(nothing)
    .output(z.object({ newest: dayRates.nullable() })),
};
