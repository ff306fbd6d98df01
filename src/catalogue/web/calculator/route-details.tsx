import { Stack, Text } from "@mantine/core";
import type { QuotedLeg, RouteQuote } from "#catalogue/rules/route-quote.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.ts";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "./messages.ts";
import { legCarrier, legName, totalText } from "./route-words.ts";
import classes from "./route-details.module.css";

function LegPrice({ leg }: { leg: QuotedLeg }) {
  if (leg.amountCents === null) {
    return (
      <Text span size="sm" c="dimmed">
        {t("calculator.noPublishedPrice")}
      </Text>
    );
  }
  if (leg.state === "suspended")
    return <StatusBadge label={t("calculator.suspended")} color="yellow" size="sm" />;
  return (
    <Text span ta="right">
      <MoneyWithApproximation amountCents={leg.amountCents} currency="SGD" />
    </Text>
  );
}

/** What the planned route costs leg by leg, folded. */
export function RouteDetails({ quote }: { quote: RouteQuote }) {
  const { legs, totalCents } = quote;
  const { nameOf } = useCarriers();
  return (
    <details className={classes["details"]}>
      <summary>{t("calculator.routeTotal")}</summary>
      <Stack gap="xs" mt="xs">
        <Text size="sm">
          {totalCents === null ? (
            t("calculator.notAvailable")
          ) : (
            <MoneyWithApproximation amountCents={totalCents} currency="SGD" />
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {totalText(quote)}
        </Text>
        <ol className={classes["legs"]} aria-label={t("calculator.plannedRoute")}>
          {legs.map((leg) => (
            <li key={leg.legNumber} className={classes["leg"]}>
              <Stack gap={2} miw={0}>
                <Text span size="sm" fw={600}>
                  {legName(leg)}
                </Text>
                <Text span size="sm" c="dimmed">
                  {legCarrier(leg, nameOf)}
                </Text>
              </Stack>
              <LegPrice leg={leg} />
            </li>
          ))}
        </ol>
      </Stack>
    </details>
  );
}
