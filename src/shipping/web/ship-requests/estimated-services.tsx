import { Alert, Anchor, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { EstimatedServiceFacts, ShippingEstimate } from "#shipping/contract/ship-quotes.ts";
import { closedReasonText } from "#catalogue/web/calculator/closed-reasons/closed-reason-text.ts";
import { DutyNote } from "#catalogue/web/calculator/lane-notice.tsx";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { moneyText, weightText } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { addressFaultTexts } from "./editable-recipient.tsx";
import classes from "./ship-requests.module.css";
import { latestBusinessDays, publishedTime } from "./request-words.ts";
import type { CappedService } from "./payment-fields.tsx";

type Order = "price" | "time";

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

function Span(props: { item: EstimatedServiceFacts }) {
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
      <Text span size="xs" c="dimmed">
        {t("ship-requests.estimate.label")}
      </Text>
      <Approximation amountCents={toCents} />
    </Stack>
  );
}

function weightSentence({
  fromChargeableGrams,
  toChargeableGrams,
  decidedBy,
}: EstimatedServiceFacts) {
  if (fromChargeableGrams === null || toChargeableGrams === null) return null;
  const [from, to] = [weightText(fromChargeableGrams), weightText(toChargeableGrams)];
  return t(`ship-requests.weight.${decidedBy ?? "actual"}`, {
    weight: from === to ? to : t("ship-requests.weight.span", { from, to }),
  });
}

function Service(props: { item: EstimatedServiceFacts }) {
  const { item } = props;
  const { service, reasons, possibleReasons } = item;
  const isClosed = reasons.length > 0;
  const weight = weightSentence(item);
  return (
    <li className={classes["service"]} data-closed={isClosed}>
      <div className={classes["head"]}>
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text span fw={600}>
              {service.name}
            </Text>
            {isClosed ? (
              <StatusBadge label={t("ship-requests.closed.label")} color="gray" size="sm" />
            ) : null}
          </Group>
          <Text span size="sm" c="dimmed">
            {t("ship-requests.published", { time: publishedTime(service) })}
          </Text>
        </Stack>
        {isClosed ? null : <Span item={item} />}
      </div>
      {isClosed || weight === null ? null : (
        <Text size="sm" c="dimmed">
          {weight}
        </Text>
      )}
      <ul className={`plain-list ${classes["reasons"]}`}>
        {reasons.map((reason) => (
          <li key={reason.kind}>{closedReasonText(reason)}</li>
        ))}
        {isClosed
          ? null
          : possibleReasons.map((reason) => (
              <li key={reason.kind}>
                {t("ship-requests.closed.possible", { reason: closedReasonText(reason) })}
              </li>
            ))}
        {addressFaultTexts(item.addressFaults).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </li>
  );
}

/** What each service is estimated to cost, how long it takes, and why some are closed. */
export function EstimatedServices(props: { estimate: ShippingEstimate }) {
  const [order, setOrder] = useState<Order>("price");
  const { items, isDutyPrepaid, countryCode } = props.estimate;
  if (items.length === 0) {
    return (
      <Alert color="yellow" icon={<TriangleAlert size={18} />}>
        {t("ship-requests.closed.noneYet")}
      </Alert>
    );
  }
  return (
    <Stack gap="sm">
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
      <ul className={classes["services"]} aria-label={t("ship-requests.services")}>
        {sorted(items, order).map((item) => (
          <Service key={item.service.code} item={item} />
        ))}
      </ul>
      {items.every(({ reasons }) => reasons.length > 0) ? (
        <Alert color="yellow" icon={<TriangleAlert size={18} />}>
          <span>{t("ship-requests.closed.all")}</span>
          {sentenceGap()}
          <Anchor href={publicPath("/contact")} inherit>
            {t("ship-requests.closed.askUs")}
          </Anchor>
        </Alert>
      ) : (
        <DutyNote countryCode={isDutyPrepaid ? countryCode : null} />
      )}
    </Stack>
  );
}

function weightSpan({ fromGrams, toGrams }: ShippingEstimate): string | null {
  if (fromGrams === null || toGrams === null) return null;
  const [from, to] = [weightText(fromGrams), weightText(toGrams)];
  return from === to ? to : t("ship-requests.weight.span", { from, to });
}

/** The box, and what it costs besides the prices of the services. */
function boxText({ boxName, boxCents }: ShippingEstimate): string | null {
  if (boxName === null) return null;
  return boxCents > 0
    ? t("ship-requests.estimate.boxPriced", { box: boxName, price: moneyText(boxCents) })
    : t("ship-requests.estimate.box", { box: boxName });
}

/** On what the estimates are based. */
export function EstimateFacts(props: { estimate: ShippingEstimate }) {
  const { estimate } = props;
  const { parcelsCount, unmeasuredCount, storageCents } = estimate;
  const weight = weightSpan(estimate);
  const box = boxText(estimate);
  return (
    <Stack gap={2}>
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
    </Stack>
  );
}

/** The open services with what they cost at most, besides extra services. */
export function cappedServices(estimate: ShippingEstimate | undefined): readonly CappedService[] {
  if (estimate === undefined) return [];
  const { storageCents, boxCents, items } = estimate;
  const besidesCents = storageCents + (boxCents ?? 0);
  return items.flatMap(({ service, reasons, fromCents, toCents }) =>
    reasons.length > 0 || fromCents === null || toCents === null
      ? []
      : [
          {
            code: service.code,
            name: service.name,
            price: spanText(fromCents, toCents),
            presetCents: toCents + besidesCents,
          },
        ],
  );
}
