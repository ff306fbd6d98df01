import { Alert, Anchor, SegmentedControl, Stack, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { EstimatedServiceFacts, ShippingEstimate } from "#shipping/contract/ship-quotes.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import {
  sharedSource,
  shownJudgement,
  statementsOf,
  statementText,
  type ReasonSource,
} from "#catalogue/web/calculator/closed-reasons/closed-reason-text.ts";
import { SharedSource } from "#catalogue/web/calculator/closed-reasons/shared-source.tsx";
import { DutyNote } from "#catalogue/web/calculator/lane-notice.tsx";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { addressFaultTexts } from "./editable-recipient.tsx";
import { packedWeightText, weightSpanText } from "./estimate-words.tsx";
import { Folded } from "./folded.tsx";
import classes from "./ship-requests.module.css";
import { latestBusinessDays, publishedTime } from "./request-words.ts";
import type { CappedService } from "./payment-fields.tsx";

/** What is shown of an estimate, of a package's box or of parcels. */
export type Estimate = Omit<ShippingEstimate, "packageId" | "countryCode"> & {
  readonly countryCode: CountryCode | null;
};

type Order = "price" | "time";

/** The services with what sending costs by them: freight, box and storage so far, since one price is accepted for all. */
function withWholePrices({ items, boxCents, storageCents }: Estimate): EstimatedServiceFacts[] {
  const whole = (cents: number | null) => (cents === null ? null : cents + boxCents + storageCents);
  return items.map((item) => ({
    ...item,
    fromCents: whole(item.fromCents),
    toCents: whole(item.toCents),
  }));
}

/** A span of money, or one amount where both ends are the same. */
function spanText(fromCents: number, toCents: number): string {
  if (fromCents === toCents)
    return t("ship-requests.estimate.about", { price: moneyText(toCents) });
  return t("ship-requests.estimate.span", {
    from: moneyText(fromCents),
    to: moneyText(toCents),
  });
}

/** The services in the wanted order, the open ones first. */
function sorted(items: readonly EstimatedServiceFacts[], order: Order) {
  const rank = ({ reasons, toCents, service }: EstimatedServiceFacts) => [
    reasons.length === 0 ? 0 : 1,
    ...(order === "price"
      ? [toCents ?? Number.MAX_SAFE_INTEGER, latestBusinessDays(service)]
      : [latestBusinessDays(service), toCents ?? Number.MAX_SAFE_INTEGER]),
  ];
  return items.toSorted((one, other) => {
    const [mine, theirs] = [rank(one), rank(other)];
    const at = mine.findIndex((key, index) => key !== theirs[index]);
    return at === -1 ? 0 : (mine[at] ?? 0) - (theirs[at] ?? 0);
  });
}

function weightSentence({
  fromChargeableGrams,
  toChargeableGrams,
  decidedBy,
}: EstimatedServiceFacts) {
  if (fromChargeableGrams === null || toChargeableGrams === null) return null;
  return t(`ship-requests.weight.${decidedBy ?? "actual"}`, {
    weight: weightSpanText(fromChargeableGrams, toChargeableGrams),
  });
}

function Price(props: { item: EstimatedServiceFacts }) {
  const { fromCents, toCents } = props.item;
  if (fromCents === null || toCents === null) {
    return (
      <Text span size="sm" c="dimmed">
        {t("ship-requests.estimate.none")}
      </Text>
    );
  }
  return (
    <Stack gap={0} align="flex-end">
      <Text span fw={600} className="figures">
        {spanText(fromCents, toCents)}
      </Text>
      <Approximation amountCents={toCents} />
    </Stack>
  );
}

/** What carriers refuse of an address that is entered; that it is missing is said once, at its fields. */
function refusedTexts({ addressFaults }: EstimatedServiceFacts): readonly string[] {
  return addressFaultTexts(addressFaults.filter(({ kind }) => kind !== "missing"));
}

function Service(props: { item: EstimatedServiceFacts; shared: ReasonSource | null }) {
  const { item, shared } = props;
  const { service, reasons, possibleReasons } = item;
  return (
    <li className={classes["service"]}>
      <div className={classes["head"]}>
        <Stack gap={0} miw={0}>
          <Text span fw={600}>
            {service.name}
          </Text>
          {reasons.length > 0 ? null : (
            <Text span size="sm" c="dimmed">
              {publishedTime(service)}
            </Text>
          )}
        </Stack>
        {reasons.length > 0 ? null : <Price item={item} />}
      </div>
      <ul className={`plain-list ${classes["reasons"]}`}>
        {statementsOf(shownJudgement(item)).map((statement) => (
          <li key={statement.key}>{statementText(statement, shared)}</li>
        ))}
        {reasons.length > 0
          ? null
          : statementsOf({ reasons: possibleReasons }).map((statement) => (
              <li key={statement.key}>
                {t("ship-requests.closed.possible", { reason: statementText(statement) })}
              </li>
            ))}
        {refusedTexts(item).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </li>
  );
}

function Services(props: { label: string; items: readonly EstimatedServiceFacts[] }) {
  const shared = sharedSource(props.items.map(shownJudgement));
  return (
    <>
      <ul className={`plain-list ${classes["services"]}`} aria-label={props.label}>
        {props.items.map((item) => (
          <Service key={item.service.code} item={item} shared={shared} />
        ))}
      </ul>
      <SharedSource shared={shared} />
    </>
  );
}

function AllClosed() {
  return (
    <Alert color="yellow" icon={<TriangleAlert size={18} />}>
      <span>{t("ship-requests.closed.all")}</span>
      {sentenceGap()}
      <Anchor href={publicPath("/contact")} inherit>
        {t("ship-requests.closed.askUs")}
      </Anchor>
    </Alert>
  );
}

/** How many services are in sight before the others are unfolded. */
const shownServices = 3;

/** What each service is estimated to cost and how long it takes; the closed ones, with their reasons, behind a line. */
export function EstimatedServices(props: { estimate: Estimate }) {
  const [order, setOrder] = useState<Order>("price");
  const { isDutyPrepaid, countryCode } = props.estimate;
  const items = withWholePrices(props.estimate);
  if (items.length === 0) {
    return (
      <Alert color="yellow" icon={<TriangleAlert size={18} />}>
        {t("ship-requests.closed.noneYet")}
      </Alert>
    );
  }
  const open = sorted(
    items.filter(({ reasons }) => reasons.length === 0),
    order,
  );
  const closed = items.filter(({ reasons }) => reasons.length > 0);
  const further = open.slice(shownServices);
  return (
    <Stack gap="sm">
      {open.length < 2 ? null : (
        <SegmentedControl
          size="sm"
          aria-label={t("ship-requests.sort.label")}
          data={[
            { value: "price", label: t("ship-requests.sort.price") },
            { value: "time", label: t("ship-requests.sort.time") },
          ]}
          value={order}
          onChange={(value) => setOrder(value === "time" ? "time" : "price")}
        />
      )}
      {open.length === 0 ? (
        <AllClosed />
      ) : (
        <>
          <Services label={t("ship-requests.services")} items={open.slice(0, shownServices)} />
          {further.length === 0 ? null : (
            <Folded summary={t("ship-parcels.furtherServices", { count: further.length })}>
              <Services label={t("ship-requests.services")} items={further} />
            </Folded>
          )}
          <DutyNote countryCode={isDutyPrepaid ? countryCode : null} />
        </>
      )}
      {closed.length === 0 ? null : (
        <Folded summary={t("ship-parcels.notPossible", { count: closed.length })}>
          <Services label={t("ship-requests.closed.label")} items={closed} />
        </Folded>
      )}
    </Stack>
  );
}

/** The box, and what of the prices is for it. */
function boxSentence({ boxName, boxCents }: Estimate): string | null {
  if (boxName === null) return null;
  return boxCents > 0
    ? t("ship-requests.estimate.boxPriced", { box: boxName, price: moneyText(boxCents) })
    : t("ship-requests.estimate.box", { box: boxName });
}

/** On what the estimates are based. */
export function PriceBasis(props: { estimate: Estimate }) {
  const { parcelsCount, unmeasuredCount, storageCents, items } = props.estimate;
  const weight = packedWeightText(props.estimate);
  const box = boxSentence(props.estimate);
  const services = items.flatMap((item) => {
    const sentence = item.reasons.length > 0 ? null : weightSentence(item);
    return sentence === null ? [] : [{ item, sentence }];
  });
  return (
    <Folded summary={t("ship-requests.working.title")}>
      <Stack gap={4}>
        <Text size="sm">{t("ship-requests.howText")}</Text>
        <Text size="sm">
          <span>
            {weight === null
              ? t("ship-requests.estimate.unmeasured", { count: parcelsCount })
              : t("ship-requests.estimate.weight", { count: parcelsCount, weight })}
          </span>
          {sentenceGap()}
          {box === null ? null : <span>{box}</span>}
        </Text>
        {weight !== null && unmeasuredCount > 0 ? (
          <Text size="sm">{t("ship-requests.estimate.without", { count: unmeasuredCount })}</Text>
        ) : null}
        {storageCents > 0 ? (
          <Text size="sm">
            {t("ship-requests.estimate.storage", { amount: moneyText(storageCents) })}
          </Text>
        ) : null}
        {services.map(({ item, sentence }) => (
          <Text key={item.service.code} size="sm">
            {t("ship-parcels.ofService", { service: item.service.name, text: sentence })}
          </Text>
        ))}
      </Stack>
    </Folded>
  );
}

/** The open services with what they cost at most, besides extra services. */
export function cappedServices(estimate: Estimate | undefined): readonly CappedService[] {
  if (estimate === undefined) return [];
  return withWholePrices(estimate).flatMap(({ service, reasons, fromCents, toCents }) =>
    reasons.length > 0 || fromCents === null || toCents === null
      ? []
      : [
          {
            code: service.code,
            name: service.name,
            price: spanText(fromCents, toCents),
            presetCents: toCents,
          },
        ],
  );
}
