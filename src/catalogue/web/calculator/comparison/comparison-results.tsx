import { Alert, Anchor, Button, SegmentedControl, Stack, Text, Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ListOrdered from "lucide-react/icons/list-ordered";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#catalogue/web/api.ts";
import { DutyNote } from "#catalogue/web/calculator/lane-notice.tsx";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { weightText, Money, moneyText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "#catalogue/web/calculator/calculator.module.css";
import {
  type ComparedParcel,
  exchangeText,
  chargedText,
  measuredFromText,
  measuredText,
  workingText,
} from "./comparison-schema.ts";
import type { ComparedServiceFacts, ServiceComparison } from "#catalogue/contract/quotes.ts";
import {
  sharedSource,
  shownJudgement,
  statementsOf,
  statementText,
  type ReasonSource,
} from "#catalogue/web/calculator/closed-reasons/closed-reason-text.ts";
import { SharedSource } from "#catalogue/web/calculator/closed-reasons/shared-source.tsx";
import { deliveryTimeText } from "#catalogue/web/i18n/labels.ts";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";

type Order = "price" | "time";

function Services(props: { parcel: ComparedParcel; order: Order }) {
  const { parcel, order } = props;
  const query = useQuery(
    useApi().quotes.compareServices.queryOptions({
      input: { ...parcel, order },
      placeholderData: keepPreviousData,
    }),
  );
  if (query.data === undefined) {
    const failure = {
      title: t("comparison.notCompared"),
      description: query.isError ? apiErrorMessage(query.error, "") : "",
    };
    return <NotLoaded query={query} failure={failure} lines={10} />;
  }
  const { items, plan, box, isDutyPrepaid, exchangeDay, exchangeSource } = query.data;
  const openCount = items.filter(({ reasons }) => reasons.length === 0).length;
  const shared = sharedSource(items.map(shownJudgement));
  const best = order === "price" ? t("comparison.cheapest") : t("comparison.fastest");
  if (items.length === 0) {
    return <EmptyState icon={<ListOrdered size={22} />} title={t("comparison.none")} />;
  }
  return (
    <Stack gap="md" aria-busy={query.isFetching}>
      <ol className={classes["services"]} aria-label={t("comparison.results")}>
        {items.map((service, place) => (
          <ComparedService
            key={service.code}
            service={service}
            boxCents={box?.priceCents ?? 0}
            plan={plan}
            shared={shared}
            badge={place === 0 && openCount > 1 ? best : null}
          />
        ))}
      </ol>
      {openCount === 0 ? (
        <Alert color="yellow" icon={<TriangleAlert size={18} />}>
          <span>{t("comparison.allClosed")}</span>
          {sentenceGap()}
          <Anchor href={publicPath("/contact")} inherit>
            {t("comparison.askUs")}
          </Anchor>
        </Alert>
      ) : null}
      <Stack gap={4}>
        <SharedSource shared={shared} />
        <DutyNote countryCode={isDutyPrepaid && openCount > 0 ? parcel.countryCode : null} />
        {plan === null ? <Text size="sm">{t("comparison.noPlan")}</Text> : null}
        <Text size="sm" c="dimmed">
          {t("comparison.estimate")}
        </Text>
        {parcel.sidesMm === null ? (
          <Text size="sm" c="dimmed">
            {t("comparison.noSides")}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {exchangeText(exchangeDay, exchangeSource)}
        </Text>
      </Stack>
    </Stack>
  );
}

/** All services for a parcel, the open ones first; null before there is one. */
export function ComparisonResults(props: {
  parcel: ComparedParcel | null;
  focusWeight: () => void;
}) {
  const { parcel } = props;
  const [order, setOrder] = useState<Order>("price");
  return (
    <SectionCard
      title={t("comparison.results")}
      description={
        parcel === null
          ? undefined
          : t("comparison.resultsFor", {
              weight: weightText(parcel.weightGrams),
              country: countryName(parcel.countryCode),
            })
      }
      actions={
        parcel === null ? null : (
          <Group gap="xs">
            <SegmentedControl
              size="xs"
              aria-label={t("comparison.sort")}
              data={[
                { value: "price", label: t("comparison.byPrice") },
                { value: "time", label: t("comparison.byTime") },
              ]}
              value={order}
              onChange={(value) => setOrder(value === "time" ? "time" : "price")}
            />
            <Button variant="default" size="xs" onClick={props.focusWeight}>
              {t("comparison.changeWeight")}
            </Button>
          </Group>
        )
      }
    >
      {parcel === null ? (
        <EmptyState
          icon={<ListOrdered size={22} />}
          title={t("comparison.empty")}
          description={t("comparison.emptyHint")}
        />
      ) : (
        <Services parcel={parcel} order={order} />
      )}
    </SectionCard>
  );
}

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
      {statementsOf({ reasons: service.possibleReasons }).map((statement) => (
        <li key={statement.key}>
          {t("comparison.possible", { reason: statementText(statement) })}
        </li>
      ))}
    </ul>
  );
}

/** A service for the parcel: its price, the weight it charges for and its time, or every reason why it is closed. */
function ComparedService({
  service,
  badge,
  shared,
  ...charges
}: PriceProps & { readonly badge: string | null; readonly shared: ReasonSource | null }) {
  const isOpen = service.reasons.length === 0;
  const statements = statementsOf(shownJudgement(service));
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
          {statements.map((statement) => (
            <Text key={statement.key} size="sm" c="dimmed">
              {statementText(statement, shared)}
            </Text>
          ))}
          <Breakdown service={service} />
        </>
      ) : (
        <ul className={classes["reasons"]}>
          {statements.map((statement) => (
            <li key={statement.key}>{statementText(statement, shared)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
