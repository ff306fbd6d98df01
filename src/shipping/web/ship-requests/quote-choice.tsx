import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useId, useState } from "react";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useApiClient } from "#shipping/web/api.ts";
import {
  statementsOf,
  statementText,
} from "#catalogue/web/calculator/closed-reasons/closed-reason-text.ts";
import { ClosedServiceList } from "#catalogue/web/calculator/closed-reasons/closed-services.tsx";
import { DutyNote } from "#catalogue/web/calculator/lane-notice.tsx";
import { Moment, Money, moneyText } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { addressFaultTexts } from "./editable-recipient.tsx";
import type { RequestDeclaration } from "#shipping/contract/declarations.ts";
import { useDeclaration } from "./customs-card.tsx";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { PriceBreakdown, type Quote } from "./price-breakdown.tsx";
import classes from "./ship-requests.module.css";
import { latestBusinessDays, publishedTime } from "./request-words.ts";
import { useShipRequestAct } from "./use-ship-request-act.tsx";

function QuoteRow(props: {
  quote: Quote;
  request: ShipRequest;
  isChosen: boolean;
  isOnly: boolean;
}) {
  const { quote, request } = props;
  const { service, totalCents } = quote;
  return (
    <li className={classes["service"]} data-chosen={props.isChosen && !props.isOnly}>
      <div className={classes["head"]}>
        {props.isOnly ? (
          <ServiceName quote={quote} />
        ) : (
          <Radio
            value={quote.id}
            label={service.name}
            description={t("ship-requests.published", { time: publishedTime(service) })}
          />
        )}
        <Stack gap={0} align="flex-end">
          <Text span fw={600}>
            <Money amountCents={totalCents} />
          </Text>
          <Approximation amountCents={totalCents} />
        </Stack>
      </div>
      <Conditions request={request} code={service.code} />
      <PriceBreakdown quote={quote} request={request} />
    </li>
  );
}

/** Under what conditions a service takes what is in the box. */
function Conditions({ request, code }: { request: ShipRequest; code: string }) {
  const { goodsLimits = [] } = request.services.find(({ service }) => service.code === code) ?? {};
  return statementsOf({ reasons: [], goodsLimits }).map((statement) => (
    <Text key={statement.key} size="sm" c="dimmed">
      {statementText(statement)}
    </Text>
  ));
}

function ServiceName(props: { quote: Quote }) {
  const { service } = props.quote;
  return (
    <Stack gap={2}>
      <Text span fw={600}>
        {service.name}
      </Text>
      <Text span size="sm" c="dimmed">
        {t("ship-requests.published", { time: publishedTime(service) })}
      </Text>
    </Stack>
  );
}

/** The services that do not take the box, with every reason. */
export function ClosedServices(props: { request: ShipRequest }) {
  const closed = props.request.services.filter(({ reasons }) => reasons.length > 0);
  const titleId = useId();
  if (closed.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <Text id={titleId} size="sm" fw={600} mb={4}>
        {t("ship-requests.closed.title")}
      </Text>
      <ClosedServiceList
        closed={closed}
        classNames={{
          list: classes["services"] ?? "",
          service: classes["service"] ?? "",
          reasons: classes["reasons"] ?? "",
        }}
        furtherOf={({ addressFaults }) => addressFaultTexts(addressFaults)}
      />
    </section>
  );
}

/** The quotes that can be accepted, cheapest first. */
export function openQuotes({ quotes }: ShipRequest): readonly Quote[] {
  return quotes
    .filter(({ ended }) => ended === null)
    .toSorted(
      (one, other) =>
        one.totalCents - other.totalCents ||
        latestBusinessDays(one.service) - latestBusinessDays(other.service),
    );
}

/** The exact prices of a packed box of which none can be accepted yet. */
export function QuotePrices(props: { request: ShipRequest }) {
  const { request } = props;
  const quotes = openQuotes(request);
  if (quotes.length === 0) return null;
  return (
    <section aria-label={t("ship-requests.services")}>
      <Text size="sm" c="dimmed" mb={4}>
        {t("ship-requests.customs.pricesThen")}
      </Text>
      <ul className={`plain-list ${classes["services"]}`}>
        {quotes.map((quote) => (
          <QuoteRow key={quote.id} quote={quote} request={request} isChosen={false} isOnly />
        ))}
      </ul>
    </section>
  );
}

/**
 * The price at which a packed box goes on once its goods are confirmed, within what was said yes to before. Where no price is,
 * those that can be accepted after that.
 */
export function PriceOfYes(props: {
  request: ShipRequest;
  approved: RequestDeclaration["approved"];
}) {
  const { request, approved } = props;
  const { isDutyPrepaid, countryCode } = request;
  const quote = openQuotes(request).find(({ service }) => service.code === approved?.serviceCode);
  const isWithin =
    quote !== undefined &&
    approved !== null &&
    quote.totalCents - quote.extraServiceCents <= approved.amountCents;
  if (!isWithin) return <QuotePrices request={request} />;
  return (
    <section aria-label={t("ship-requests.price.title")}>
      <Text size="sm" mb={4}>
        {t("ship-requests.customs.priceOfYes")}
      </Text>
      <ul className={`plain-list ${classes["services"]}`}>
        <QuoteRow quote={quote} request={request} isChosen={false} isOnly />
      </ul>
      <DutyNote countryCode={isDutyPrepaid ? countryCode : null} />
    </section>
  );
}

/** The exact prices of a packed box, of which one is accepted by a button that says it. */
export function QuoteChoice(props: { request: ShipRequest }) {
  const { request } = props;
  const client = useApiClient();
  const { act, isActing } = useShipRequestAct({ failed: t("ship-requests.accept.failed") });
  const { fullName, email } = usePerson();
  // Who accepts signs what they were shown, and nothing else.
  const declaration = useDeclaration(request.id);
  const declaredHash = declaration.data?.declaredHash;
  const quotes = openQuotes(request);
  const wanted = quotes.find(({ service }) => service.code === request.serviceCode);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = quotes.find(({ id }) => id === chosenId) ?? wanted ?? quotes[0];
  if (chosen === undefined) return null;
  const isOnly = quotes.length === 1;
  const accept = () =>
    act(() => client.shipRequests.acceptQuote({ quoteId: chosen.id, declaredHash }));
  const list = (
    <ul className={`plain-list ${classes["services"]}`}>
      {quotes.map((quote) => (
        <QuoteRow
          key={quote.id}
          quote={quote}
          request={request}
          isChosen={quote.id === chosen.id}
          isOnly={isOnly}
        />
      ))}
    </ul>
  );
  return (
    <Stack gap="md">
      {isOnly ? (
        list
      ) : (
        <Radio.Group
          name="quote"
          value={chosen.id}
          onChange={setChosenId}
          label={t("ship-requests.services")}
        >
          {list}
        </Radio.Group>
      )}
      <DutyNote countryCode={request.isDutyPrepaid ? request.countryCode : null} />
      {declaredHash === undefined ? (
        <NotLoaded
          query={declaration}
          failure={{
            title: t("ship-requests.customs.notLoaded"),
            description: apiErrorMessage(declaration.error, t("common.noDataLost")),
          }}
          lines={1}
        />
      ) : (
        <>
          <Text size="sm">{t("ship-requests.sign", { name: fullName || email })}</Text>
          <Group gap="xs" align="center">
            <Button size="md" loading={isActing} onClick={() => void accept()}>
              {t("ship-requests.accept", { amount: moneyText(chosen.totalCents) })}
            </Button>
            <Text size="sm" c="dimmed">
              <RichText
                id="ship-requests.validUntil"
                values={{ time: <Moment at={chosen.validUntil} withTime /> }}
              />
            </Text>
          </Group>
        </>
      )}
    </Stack>
  );
}
