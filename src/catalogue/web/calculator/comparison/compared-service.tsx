import { Group, Stack, Text } from "@mantine/core";
import type { ComparedServiceFacts, ServiceComparison } from "#catalogue/contract/quotes.ts";
import { closedReasonText } from "#catalogue/web/calculator/closed-reasons/closed-reason-text.ts";
import { deliveryTimeText } from "#catalogue/web/i18n/labels.ts";
import { Money, moneyText } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./comparison.module.css";
import { chargedText, measuredFromText, measuredText, workingText } from "./comparison-words.ts";
import { t } from "./messages.ts";

type Props = { readonly service: ComparedServiceFacts };

function Time({ service }: Props) {
  const { measured, deliveryMin: earliest, deliveryMax: latest, deliveryUnit: unit } = service;
  if (measured === null) {
    return (
      <Text span size="sm" c="dimmed">
        {t("comparison.published", { time: deliveryTimeText({ earliest, latest, unit }) })}
      </Text>
    );
  }
  return (
    <>
      <Text span size="sm">
        {measuredText(measured)}
      </Text>
      <Text span size="sm" c="dimmed">
        {measuredFromText(measured)}
      </Text>
    </>
  );
}

type PriceProps = Props & {
  readonly boxCents: number;
  readonly plan: ServiceComparison["plan"];
};

/** What it costs to the door in US dollars, and of what that is the sum. */
function Price({ service, boxCents, plan }: PriceProps) {
  const { totalCents, usdCents, doorCents, currency, reasons } = service;
  if (reasons.length > 0 || totalCents === null) return null;
  if (usdCents === null) {
    return (
      <Text span fw={600} fz="lg" className={classes["price"]}>
        <Money amountCents={totalCents} currency={currency} />
      </Text>
    );
  }
  const chargedCents = doorCents ?? usdCents + boxCents;
  return (
    <Stack gap={2} className={classes["price"]}>
      <Text span fw={600} fz="lg">
        <Money amountCents={chargedCents} />{" "}
        {doorCents === null ? null : <span>{t("comparison.door")}</span>}
      </Text>
      <Approximation amountCents={chargedCents} />
      {doorCents === null || plan === null ? null : (
        <Text span size="sm" c="dimmed">
          {t("comparison.doorParts", {
            freight: moneyText(usdCents),
            box: boxCents === 0 ? "" : t("comparison.doorBox", { price: moneyText(boxCents) }),
            plan: plan.name,
            share: moneyText(plan.shareCents),
          })}
        </Text>
      )}
    </Stack>
  );
}

function lineText(line: ComparedServiceFacts["lines"][number], service: ComparedServiceFacts) {
  const isOfSeveralLegs = service.lines.some(({ legNumber }) => legNumber > 1);
  const text = `${t(`comparison.line.${line.kind}`)}: ${workingText(line, service.currency)}`;
  return isOfSeveralLegs ? `${t("comparison.leg", { number: line.legNumber })} · ${text}` : text;
}

/** Every line of the price with its working. */
function Breakdown({ service }: Props) {
  const { lines, currency } = service;
  return (
    <details className={classes["why"]}>
      <summary>{t("comparison.why")}</summary>
      <ul>
        {lines.map((line, place) => (
          <li key={`${line.legNumber} ${place}`}>
            <span>{lineText(line, service)}</span>
            <Money amountCents={line.amountCents} currency={currency} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What may close it once the parcel is packed. */
function PossibleReasons({ service }: Props) {
  if (service.possibleReasons.length === 0) return null;
  return (
    <ul className={classes["reasons"]}>
      {service.possibleReasons.map((reason) => (
        <li key={reason.kind}>{t("comparison.possible", { reason: closedReasonText(reason) })}</li>
      ))}
    </ul>
  );
}

/** A service for the parcel: its price, the weight it charges for and its time, or every reason why it is closed. */
export function ComparedService({
  service,
  badge,
  ...charges
}: PriceProps & { readonly badge: string | null }) {
  const isOpen = service.reasons.length === 0;
  return (
    <li className={classes["service"]} data-closed={!isOpen}>
      <div className={classes["head"]}>
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text span fw={600}>
              {service.name}
            </Text>
            {badge === null ? null : <StatusBadge label={badge} color="green" size="sm" />}
            {isOpen ? null : (
              <StatusBadge label={t("comparison.closed")} color="yellow" size="sm" />
            )}
          </Group>
          <Time service={service} />
          {isOpen && service.weight !== null ? (
            <Text span size="sm" c="dimmed">
              {chargedText(service.weight)}
            </Text>
          ) : null}
        </Stack>
        <Price service={service} {...charges} />
      </div>
      {isOpen ? (
        <>
          <PossibleReasons service={service} />
          <Breakdown service={service} />
        </>
      ) : (
        <ul className={classes["reasons"]}>
          {service.reasons.map((reason) => (
            <li key={`${reason.kind} ${reason.destinationCode ?? ""}`}>
              {closedReasonText(reason)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
