import { Stack, Text } from "@mantine/core";
import Route from "lucide-react/icons/route";
import type { QuotedLeg, RouteQuote } from "#core/route-quote.ts";
import { useCarriers } from "#web/carriers/use-carriers.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { t } from "./messages.ts";
import { legCarrier, legName, totalText } from "./route-words.ts";
import classes from "./services-card.module.css";

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
    <Text span fw={600} ta="right">
      <MoneyWithApproximation amountCents={leg.amountCents} currency="SGD" />
    </Text>
  );
}

function Total({ quote }: { quote: RouteQuote }) {
  const { legs, totalCents } = quote;
  const { nameOf } = useCarriers();
  return (
    <Stack gap="md">
      <div aria-live="polite">
        <Text component="p" fz="2rem" fw={600} lh={1.25} m={0} className="figures tight">
          {totalCents === null ? (
            t("calculator.notAvailable")
          ) : (
            <MoneyWithApproximation amountCents={totalCents} currency="SGD" />
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {totalText(quote)}
        </Text>
      </div>
      <ol className={classes["offers"]} aria-label={t("calculator.plannedRoute")}>
        {legs.map((leg) => (
          <li key={leg.legNumber} className={classes["offer"]}>
            <Stack gap={2} miw={0}>
              <Text span fw={600}>
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
  );
}

/** @param props.quote null until weight, origin and destination are all set and the price is known. */
export function RouteTotalCard({ quote }: { quote: RouteQuote | null }) {
  return (
    <SectionCard title={t("calculator.routeTotal")}>
      {quote === null ? (
        <EmptyState
          icon={<Route size={22} />}
          title={t("calculator.noRoute")}
          description={t("calculator.noRouteHint")}
        />
      ) : (
        <Total quote={quote} />
      )}
    </SectionCard>
  );
}
