import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { hasSeveralInBox, type WaitingReason } from "#shipping/rules/ship-request.ts";
import { useApiClient } from "#shipping/web/api.ts";
import {
  statementsOf,
  statementText,
} from "#catalogue/web/calculator/closed-reasons/closed-reason-text.ts";
import { joinSentences, sentenceGap } from "#ui/web/i18n/texts.ts";
import { Moment, Money, moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { AddFunds } from "./payment-fields.tsx";
import { doneCents } from "./request-words.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { CategoryLine, ConfirmGoods, useDeclaration, useWaitingTitle } from "./customs-card.tsx";
import { DeclaredParcels } from "./declared-parcels.tsx";
import { PriceBreakdown } from "./price-breakdown.tsx";
import {
  ClosedServices,
  openQuotes,
  PriceOfYes,
  QuoteChoice,
  QuotePrices,
} from "./quote-choice.tsx";
import { parcelNameAndNumber } from "#goods/rules/inbound-parcel.ts";
import { useShipRequestAct } from "./use-ship-request-act.tsx";
import classes from "./action-needed.module.css";

const LeaveOutDialog = laterPart(
  async () => (await import("./leave-out-dialog.tsx")).LeaveOutDialog,
);

type Props = { request: ShipRequest };

function Price({ request }: Props) {
  return (
    <>
      <Text>{t("ship-requests.waiting.price")}</Text>
      <QuoteChoice request={request} />
      <ClosedServices request={request} />
    </>
  );
}

function OverCap({ request }: Props) {
  const { capCents, serviceCode } = request;
  const quote = openQuotes(request).find(({ service }) => service.code === serviceCode);
  const capped = quote === undefined ? 0 : quote.totalCents - quote.extraServiceCents;
  return (
    <>
      <Text>
        {quote === undefined || capCents === null
          ? t("ship-request-summaries.waiting.over_cap")
          : t("ship-requests.waiting.over_cap", {
              price: moneyText(capped),
              cap: moneyText(capCents),
              more: moneyText(capped - capCents),
            })}
      </Text>
      <QuoteChoice request={request} />
      <ClosedServices request={request} />
    </>
  );
}

function OverPlan({ request }: Props) {
  const { packed, maximumGrams } = request;
  return (
    <>
      <Text>
        {t("ship-requests.waiting.over_plan", {
          weight: weightText(packed?.weightGrams ?? null),
          maximum: weightText(maximumGrams),
        })}
      </Text>
      <Group gap="sm">
        <LeaveOut request={request} />
        <Button component={Link} to="/dashboard/upgrade" variant="default">
          {t("ship-requests.changePlan")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t("ship-requests.changePlanText")}
      </Text>
    </>
  );
}

function TopUp({ request }: Props) {
  const { missingCents, serviceCode } = request;
  const quote = openQuotes(request).find(({ service }) => service.code === serviceCode);
  return (
    <>
      <Text>{t("ship-requests.waiting.top_up", { amount: moneyText(missingCents) })}</Text>
      {quote === undefined ? null : (
        <div>
          <Group justify="space-between" wrap="nowrap">
            <Text span fw={600}>
              {quote.service.name}
            </Text>
            <Text span fw={600}>
              <Money amountCents={quote.totalCents} />
            </Text>
          </Group>
          <PriceBreakdown quote={quote} request={request} />
        </div>
      )}
      {missingCents > 0 ? <AddFunds missingCents={missingCents} /> : <LoadingLines lines={1} />}
    </>
  );
}

function Missing({ request }: Props) {
  const client = useApiClient();
  const { act, isActing } = useShipRequestAct({ failed: t("ship-requests.withoutMissing.failed") });
  const missing = request.parcels.filter(({ state }) => state === "missing");
  const hasOthers = request.parcels.some(({ state }) => state === "to_find" || state === "in_box");
  const names = new Intl.ListFormat(readerLocale(), { type: "conjunction" }).format(
    missing.map(parcelNameAndNumber),
  );
  const { id: shipRequestId } = request;
  const goOn = () => act(() => client.shipRequests.continueWithoutMissing({ shipRequestId }));
  return (
    <>
      <Text>{t("ship-requests.waiting.missing", { count: missing.length, parcels: names })}</Text>
      {hasOthers ? (
        <Group>
          <Button loading={isActing} onClick={() => void goOn()}>
            {t("ship-requests.withoutMissing", { count: missing.length })}
          </Button>
        </Group>
      ) : (
        <Text size="sm">{t("ship-requests.withoutMissing.none")}</Text>
      )}
      <Text size="sm" c="dimmed">
        {t("ship-requests.withoutMissing.text")}
      </Text>
    </>
  );
}

/** Why the chosen service is closed. */
function closedTexts(chosen: ShipRequest["services"][number] | undefined): readonly string[] {
  const { reasons = [] } = chosen ?? {};
  return statementsOf({ reasons }).map((statement) => statementText(statement));
}

function LaneClosed({ request }: Props) {
  const chosen = request.services.find(({ service }) => service.code === request.serviceCode);
  const hasOpen = openQuotes(request).length > 0;
  return (
    <>
      <Text>
        {joinSentences([
          chosen === undefined
            ? t("ship-requests.waiting.allClosed")
            : t("ship-requests.waiting.lane_closed", { service: chosen.service.name }),
          ...closedTexts(chosen),
        ])}
      </Text>
      <Text>
        {t(hasOpen ? "ship-requests.waiting.chooseOther" : "ship-requests.waiting.noneOpen")}
      </Text>
      <QuoteChoice request={request} />
      <ClosedServices request={request} />
    </>
  );
}

/** Why staff last corrected the goods; empty where they did not. */
function correctionReason({ events }: ShipRequest): string {
  const isCorrection = ({ kind, reason }: ShipRequest["events"][number]) =>
    kind === "declaration_changed" && reason !== undefined && reason !== "";
  return events.findLast(isCorrection)?.reason ?? "";
}

/** What is still to be stated or confirmed of the goods, with the prices that can be accepted then. */
function Declaration({ request }: Props) {
  const query = useDeclaration(request.id);
  const { data } = query;
  if (data === undefined) {
    return (
      <NotLoaded
        query={query}
        failure={{
          title: t("ship-requests.customs.notLoaded"),
          description: apiErrorMessage(query.error, t("common.noDataLost")),
        }}
        lines={3}
      />
    );
  }
  const isComplete = data.missing.length === 0;
  const isBoughtGift = data.category === "gift" && !data.mayBeGift;
  const isToConfirm = data.isToConfirm && isComplete;
  const isCorrected = data.parcels.some(({ correctedItems }) => correctedItems.length > 0);
  const toSay = isCorrected ? "corrected" : "unsigned";
  const said = isComplete ? toSay : "declaration";
  const reason = isCorrected ? correctionReason(request) : "";
  return (
    <>
      {isComplete && isBoughtGift ? null : <Text>{t(`ship-requests.waiting.${said}`)}</Text>}
      {isBoughtGift ? (
        <>
          <Text>{t("ship-requests.waiting.boughtGift")}</Text>
          <CategoryLine request={request} declaration={data} />
        </>
      ) : null}
      {reason === "" ? null : <Text>{t("ship-requests.customs.reason", { reason })}</Text>}
      <DeclaredParcels declaration={data} mayChange={data.mayChange} />
      {isComplete || !hasSeveralInBox(request.parcels) ? null : (
        <Group>
          <LeaveOut request={request} variant="default" />
        </Group>
      )}
      {isToConfirm ? (
        <>
          {/* Who says yes chooses no price, but sees which is taken. */}
          <PriceOfYes request={request} approved={data.approved} />
          <ConfirmGoods request={request} />
        </>
      ) : (
        <QuotePrices request={request} />
      )}
    </>
  );
}

/** Leads to what stays here, so that the box is packed again without it. */
function LeaveOut(props: Props & { variant?: "default" }) {
  const [isLeavingOut, setLeavingOut] = useState(false);
  const { request, variant = "filled" } = props;
  return (
    <>
      <Button variant={variant} onClick={() => setLeavingOut(true)}>
        {t("ship-requests.leaveOut")}
      </Button>
      <LeaveOutDialog
        isWanted={isLeavingOut}
        request={request}
        isOpen={isLeavingOut}
        onClose={() => setLeavingOut(false)}
      />
    </>
  );
}

type StoppedProps = Props & { stopped: NonNullable<ShipRequest["stopped"]> };

/** Whose rules stop a box, and in which parcels it is what they are about. */
function StoppedText({ request, stopped }: StoppedProps) {
  const { services, serviceCode, parcels } = request;
  const { carriers, needsProof, wasFreightCharged, inboundParcelIds } = stopped;
  const chosen = services.find(({ service }) => service.code === serviceCode);
  const list = new Intl.ListFormat(readerLocale(), { type: "conjunction" });
  const rules = { carriers: list.format(carriers), byProof: needsProof ? "yes" : "no" };
  const sentences = [
    carriers.length === 0
      ? t("ship-requests.waiting.goodsUnnamed")
      : t("ship-requests.waiting.goods", rules),
    ...(wasFreightCharged ? [] : [t("ship-requests.waiting.goodsFreight")]),
    ...closedTexts(chosen),
  ];
  const stopping = parcels.filter(({ inboundParcelId }) =>
    inboundParcelIds.includes(inboundParcelId),
  );
  return (
    <>
      <Text>{joinSentences(sentences)}</Text>
      {stopping.length === 0 ? null : (
        <Text>
          {t("ship-requests.waiting.goodsIn", {
            parcels: list.format(stopping.map(parcelNameAndNumber)),
          })}
        </Text>
      )}
    </>
  );
}

/** What can be done about what stops a box. */
function StoppedChoice({ request, stopped }: StoppedProps) {
  const { canTakeOut, hasOther, proofServices } = stopped;
  const list = new Intl.ListFormat(readerLocale(), { type: "conjunction" });
  const proof = { services: list.format(proofServices) };
  return (
    <>
      <Text>
        {joinSentences([
          t("ship-requests.waiting.goodsChoice", {
            canTakeOut: canTakeOut ? "yes" : "no",
            hasOther: hasOther ? "yes" : "no",
          }),
          ...(proofServices.length === 0 ? [] : [t("ship-requests.waiting.goodsProof", proof)]),
        ])}
      </Text>
      {canTakeOut ? (
        <Group>
          <LeaveOut request={request} variant="default" />
        </Group>
      ) : null}
    </>
  );
}

/** What is in the box was found to be refused after it was packed or paid. */
function RefusedGoods({ request }: Props) {
  const { stopped } = request;
  return (
    <>
      {stopped === null ? null : (
        <>
          <StoppedText request={request} stopped={stopped} />
          <StoppedChoice request={request} stopped={stopped} />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t("ship-requests.waiting.goodsBack")}
      </Text>
      <QuoteChoice request={request} />
      <ClosedServices request={request} />
    </>
  );
}

const cards: Readonly<Record<WaitingReason, (props: Props) => React.ReactNode>> = {
  price: Price,
  over_cap: OverCap,
  over_plan: OverPlan,
  top_up: TopUp,
  missing: Missing,
  lane_closed: LaneClosed,
  declaration: Declaration,
  goods: RefusedGoods,
};

/** What becomes of a request that nobody decides about, and what is charged then. */
function Shelving({ request }: Props) {
  const { shelvedAfter, packed } = request;
  if (shelvedAfter === null) return null;
  const chargedCents = doneCents(request);
  return (
    <Text size="sm" c="dimmed">
      <RichText
        id={packed === null ? "ship-requests.shelvedAfter.missing" : "ship-requests.shelvedAfter"}
        values={{ time: <Moment at={shelvedAfter} withTime /> }}
      />
      {sentenceGap()}
      <span>
        {chargedCents === 0
          ? t("ship-requests.shelvedAfter.free")
          : t("ship-requests.cancel.charged", { amount: moneyText(chargedCents) })}
      </span>
    </Text>
  );
}

/** What a request waits for, and what its customer can do about it. */
export function WaitingCard(props: { request: ShipRequest; reason: WaitingReason }) {
  const { request, reason } = props;
  const Card = cards[reason];
  const title = useWaitingTitle(request, reason);
  return (
    <div className={classes["waiting"]}>
      <SectionCard title={title}>
        <Stack gap="md" align="stretch">
          <Card request={request} />
          <Shelving request={request} />
        </Stack>
      </SectionCard>
    </div>
  );
}
