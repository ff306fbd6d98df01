import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { approximateCents, formatApproximation } from "#catalogue/rules/exchange-rate.ts";
import type { Currency, DisplayCurrency } from "#platform/rules/money.ts";
import { useApi } from "#catalogue/web/api.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { RichText } from "#ui/web/i18n/messages.tsx";

/** Rates change once a day. */
const keptMilliseconds = 6 * 3_600_000;

function useNewestRates() {
  const api = useApi();
  const { data } = useQuery(
    api.exchangeRates.readExchangeRates.queryOptions({
      input: {},
      staleTime: keptMilliseconds,
      gcTime: keptMilliseconds,
      refetchInterval: keptMilliseconds,
    }),
  );
  return data?.newest ?? null;
}

/** "≈ HK$195, rate of Nov 21"; nothing without current rates. */
export function ApproximateAmounts(props: {
  amountCents: number;
  currency: Currency;
  displayCurrency: DisplayCurrency;
}) {
  const { amountCents, currency } = props;
  const newest = useNewestRates();
  if (newest === null) return null;
  const locale = readerLocale();
  const shown = new Set<DisplayCurrency>(["USD", props.displayCurrency]);
  shown.delete(currency);
  const amounts = [...shown].map((to) => {
    const cents = approximateCents(amountCents, { from: currency, to }, newest.rates);
    return `≈ ${formatApproximation(cents, to, locale)}`;
  });
  const day = new Date(newest.day).toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return (
    <Text
      span
      display="block"
      size="xs"
      fw={400}
      c="dimmed"
      style={{ whiteSpace: "normal", letterSpacing: "normal" }}
    >
      <RichText
        id="ui.amountsAtRate"
        values={{ amounts: amounts.join(" "), day }}
        components={{ rate: <span style={{ whiteSpace: "nowrap" }} /> }}
      />
    </Text>
  );
}
