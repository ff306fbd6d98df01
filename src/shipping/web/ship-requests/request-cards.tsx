import { parcelNameAndNumber } from "#goods/rules/inbound-parcel.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { useApi } from "#shipping/web/api.ts";
import { Moment, moneyText, Money, weightText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import {
  beforeAcceptance,
  beforePacked,
  doneCents,
  extrasCents,
  publishedTime,
} from "./request-words.ts";
import { useWaitingTitle } from "./customs-card.tsx";
import { FundsBeforePacking } from "./expected-funds.tsx";
import { isShippable } from "./package-request.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import type { WaitingReason } from "#shipping/rules/ship-request.ts";
import type { ShipRequestState } from "#goods/rules/package-stage.ts";
import classes from "./ship-requests.module.css";
import { DutyNote } from "#catalogue/web/calculator/lane-notice.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { PriceBreakdown } from "./price-breakdown.tsx";
import { EventList } from "#goods/web/packages/event-list.tsx";
import { useState } from "react";
import { laterPart } from "#ui/web/lazy-part.tsx";

/** A button that sends the package of an ended request again, where that is possible. */
function SendAgain(props: { packageId: string }) {
  const { packageId } = props;
  const { data } = useQuery(useApi().packages.readPackage.queryOptions({ input: { packageId } }));
  if (data === undefined || !isShippable(data.package)) return null;
  return (
    <Group>
      <Button component={Link} to={`/dashboard/packages/${packageId}/ship`}>
        {t("ship-requests.ship")}
      </Button>
    </Group>
  );
}

/** What was charged for a request that has ended. */
function EndedMoney({ request }: { request: ShipRequest }) {
  const chargedCents = doneCents(request);
  return (
    <Text size="sm">
      {chargedCents === 0
        ? t("ship-requests.ended.free")
        : t("ship-requests.ended.charged", { amount: moneyText(chargedCents) })}
    </Text>
  );
}

function isAhead(at: string): boolean {
  return Date.parse(at) > Date.now();
}

function WaitingTitle(props: { request: ShipRequest; reason: WaitingReason }) {
  return <span>{useWaitingTitle(props.request, props.reason)}</span>;
}

/** What happens now with a request, in a sentence. */
export function PresentText(props: { request: ShipRequest }) {
  const { state, waitingReason, totalCents, packed, dueAt } = props.request;
  if (state === "requested" && isAhead(dueAt)) {
    return <RichText id="ship-requests.now.due" values={{ day: <Moment at={dueAt} /> }} />;
  }
  if (state === "shelved" && packed === null) {
    return <span>{t("ship-requests.now.shelvedMissing")}</span>;
  }
  if (state === "waiting_for_customer") {
    return waitingReason && <WaitingTitle request={props.request} reason={waitingReason} />;
  }
  return <span>{t(`ship-requests.now.${state}`, { amount: moneyText(totalCents ?? 0) })}</span>;
}

/** What happens now with a request that waits for nothing. */
export function StateCard(props: { request: ShipRequest }) {
  const { request } = props;
  const { state, endedReason, packageId } = request;
  const isEnded = state === "cancelled" || state === "shelved";
  return (
    <SectionCard title={t(`ship-request-summaries.state.${state}`)}>
      <Stack gap="sm">
        <Text size="sm">
          <PresentText request={request} />
        </Text>
        {beforePacked(state) ? <FundsBeforePacking request={request} /> : null}
        {isEnded ? <EndedMoney request={request} /> : null}
        {endedReason === "" ? null : (
          <Text size="sm" c="dimmed">
            {t("ship-requests.endedReason", { reason: endedReason })}
          </Text>
        )}
        {isEnded && packageId !== null ? <SendAgain packageId={packageId} /> : null}
      </Stack>
    </SectionCard>
  );
}

const steps = [
  "requested",
  "packing",
  "packed",
  "accepted",
  "labelled",
  "handed_over",
] as const satisfies readonly ShipRequestState[];

/** The steps of a request, with waiting in its place while it waits. */
function stepsOf({
  state,
  waitingReason,
}: Pick<ShipRequest, "state" | "waitingReason">): readonly ShipRequestState[] {
  if (state !== "waiting_for_customer") return steps;
  // A parcel that is missing stops the packing; everything else waits for the packed box.
  const after = waitingReason === "missing" ? "packing" : "packed";
  const at = steps.indexOf(after) + 1;
  return [...steps.slice(0, at), state, ...steps.slice(at)];
}

/** Where a request stands, as a line of steps. */
export function ProgressLine(props: { request: ShipRequest }) {
  const { request } = props;
  const shown = stepsOf(request);
  const current = shown.indexOf(request.state);
  return (
    <ol className={`plain-list ${classes["steps"]}`} aria-label={t("ship-requests.progress")}>
      {shown.map((step, index) => (
        <li
          key={step}
          className={classes["step"]}
          data-place={index < current ? "past" : index === current ? "current" : "next"}
          aria-current={index === current ? "step" : undefined}
        >
          <span>{t(`ship-request-summaries.state.${step}`)}</span>
          {index < current ? (
            <span className="visually-hidden">{t("ship-requests.progress.done")}</span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** The accepted price, with its working. */
export function PriceCard(props: { request: ShipRequest }) {
  const { request } = props;
  const quote = request.quotes.find(({ ended }) => ended === "accepted");
  if (quote === undefined) return null;
  return (
    <SectionCard title={t("ship-requests.price.title")}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={2} miw={0}>
            <Text span fw={600}>
              {quote.service.name}
            </Text>
            <Text span size="sm" c="dimmed">
              {t("ship-requests.published", { time: publishedTime(quote.service) })}
            </Text>
          </Stack>
          <Stack gap={0} align="flex-end">
            <Text span fw={600}>
              <Money amountCents={quote.totalCents} />
            </Text>
            <Approximation amountCents={quote.totalCents} />
          </Stack>
        </Group>
        <PriceBreakdown quote={quote} request={request} />
        <DutyNote countryCode={request.isDutyPrepaid ? request.countryCode : null} />
      </Stack>
    </SectionCard>
  );
}

type Event = ShipRequest["events"][number];

function labelText(labelCode: string | undefined): string {
  return labelCode === undefined ? "" : formatLabelCode(labelCode);
}

function textOf(event: Event, { parcels, choosableParcels, extraServices }: ShipRequest): string {
  const { kind, amountCents, weightGrams, serviceName, reason, labelCode, parcelsCount } = event;
  if (kind === "waiting" && event.waitingReason !== undefined) {
    return t("ship-requests.event.waiting", {
      reason: t(`ship-requests.waitingTitle.${event.waitingReason}`),
    });
  }
  const parcel = [...parcels, ...choosableParcels].find((one) => one.labelCode === labelCode);
  const extra = extraServices.find(({ code }) => code === event.extraServiceCode);
  return t(`ship-requests.event.${kind}`, {
    amount: amountCents === undefined ? "" : moneyText(amountCents),
    hasAmount: String(amountCents !== undefined),
    weight: weightText(weightGrams ?? null),
    service: serviceName ?? "",
    hasService: String(serviceName !== undefined),
    hasReason: String(reason !== undefined && reason !== ""),
    reason: reason ?? "",
    parcel: parcel === undefined ? labelText(labelCode) : parcelNameAndNumber(parcel),
    name: extra?.name ?? "",
    count: parcelsCount ?? 0,
    mode: event.paymentMode ?? "quote_first",
  });
}

/** What happened to a request, newest first. */
export function RequestHistory(props: { request: ShipRequest }) {
  const { request } = props;
  return <EventList events={request.events} textOf={(event) => textOf(event, request)} />;
}

/** What happened last to a request. */
export function NewestRequestEvent(props: { request: ShipRequest }) {
  const { request } = props;
  return <EventList events={request.events.slice(-1)} textOf={(event) => textOf(event, request)} />;
}

const PaymentDialog = laterPart(
  async () => (await import("#shipping/web/ship-requests/payment-dialog.tsx")).PaymentDialog,
);

function modeText({ paymentMode, capCents, serviceName }: ShipRequest): string {
  if (paymentMode === "quote_first" || capCents === null) {
    return t("ship-requests.payment.quote_first");
  }
  return t("ship-requests.payment.upTo", {
    cap: moneyText(capCents),
    hasService: String(serviceName !== null),
    service: serviceName,
  });
}

/** What the held amount is for. */
function heldText(request: ShipRequest) {
  const { totalCents, capCents, heldCents } = request;
  if (totalCents !== null) return "ship-requests.payment.heldExactly";
  if (capCents !== null) return "ship-requests.payment.heldFor";
  return heldCents > extrasCents(request, ["ordered", "done"])
    ? "ship-requests.payment.heldBefore"
    : "ship-requests.payment.heldExtras";
}

/** How a request is paid and what is held for it, with a dialog that changes it until it is accepted. */
export function PaymentCard(props: { request: ShipRequest }) {
  const { request } = props;
  const [isChanging, setChanging] = useState(false);
  const { heldCents, state } = request;
  const isChangeable = beforeAcceptance(state);
  return (
    <SectionCard title={t("ship-requests.payment.title")}>
      <Stack gap="sm">
        <Text size="sm">{modeText(request)}</Text>
        {heldCents > 0 ? (
          <Text size="sm">{t(heldText(request), { amount: moneyText(heldCents) })}</Text>
        ) : null}
        {isChangeable ? (
          <Group>
            <Button variant="default" size="sm" onClick={() => setChanging(true)}>
              {t("ship-requests.payment.change")}
            </Button>
          </Group>
        ) : null}
      </Stack>
      <PaymentDialog
        isWanted={isChanging}
        request={request}
        isOpen={isChanging}
        onClose={() => setChanging(false)}
      />
    </SectionCard>
  );
}
