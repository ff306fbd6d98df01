import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Hold } from "#money/contract/wallet.ts";
import { useApi } from "#money/web/api.ts";
import { transactionLabel } from "./transaction-labels.ts";
import { Moment } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { slot } from "#ui/web/slots.ts";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./holds-card.module.css";
import { ShipRequestLink } from "./transaction-columns.tsx";
import { RichText, t } from "./messages.ts";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly cancelHeldService: { extraServiceRequestId: string; name: string };
  }
}

const CancelHeldService = slot("cancelHeldService");

type HeldService = NonNullable<Hold["extraService"]>;

/** What an extra service is for, unless that is a ship request, and the button that cancels it. */
function HeldServiceActions(props: { service: HeldService; isOfRequest: boolean }) {
  const { extraServiceRequestId, name, inboundParcelId, packageId, isCancellable } = props.service;
  const to =
    inboundParcelId === null
      ? `/dashboard/packages?${new URLSearchParams({ package: packageId ?? "" }).toString()}`
      : `/dashboard/parcels/${inboundParcelId}`;
  return (
    <>
      {props.isOfRequest ? null : (
        <Anchor component={Link} to={to} size="xs" fw={400}>
          {t(inboundParcelId === null ? "wallet.holds.viewPackage" : "wallet.holds.viewParcel")}
        </Anchor>
      )}
      {isCancellable ? (
        <LazyPart>
          <CancelHeldService extraServiceRequestId={extraServiceRequestId} name={name} />
        </LazyPart>
      ) : null}
    </>
  );
}

function HeldFee(props: { hold: Hold }) {
  const { reason, legNumber, trackingNumber, heldAt, amountCents, shipRequestId } = props.hold;
  const { extraService } = props.hold;
  const subject = [
    // Staff write the reason of a fee that they hold; that of a ship request says the same as the type.
    extraService?.name ?? (shipRequestId ? transactionLabel(props.hold) : reason),
    trackingNumber ? t("wallet.package", { trackingNumber }) : "",
    legNumber === null ? "" : t("wallet.legNumber", { number: legNumber }),
  ].filter(Boolean);
  return (
    <li className={classes["hold"]}>
      <div className={classes["subject"]}>
        <Text size="sm" fw={500}>
          {subject.join(" · ") || t("wallet.holds.shippingFee")}
        </Text>
        <Text size="xs" c="dimmed">
          <RichText id="wallet.holds.since" values={{ date: <Moment at={heldAt} /> }} />
        </Text>
        {shipRequestId ? <ShipRequestLink shipRequestId={shipRequestId} /> : null}
        {extraService === undefined ? null : (
          <HeldServiceActions service={extraService} isOfRequest={Boolean(shipRequestId)} />
        )}
      </div>
      <Text span size="sm" fw={600} ta="right">
        <MoneyWithApproximation amountCents={amountCents} />
      </Text>
    </li>
  );
}

/** The fees on hold in the user's wallet, newest first; renders nothing if there are none. */
export function HoldsCard() {
  const api = useApi();
  const { data } = useQuery(api.wallet.readWallet.queryOptions({ input: {} }));
  // Holds for payouts are shown in the payout card.
  const holds = (data?.holds ?? []).filter(({ type }) => type !== "payout");
  if (holds.length === 0) return null;
  return (
    <SectionCard title={t("wallet.holds.title")} description={t("wallet.holds.description")}>
      <ul className={classes["list"]} aria-label={t("wallet.holds.list")}>
        {holds.map((hold) => (
          <HeldFee key={hold.id} hold={hold} />
        ))}
      </ul>
    </SectionCard>
  );
}
