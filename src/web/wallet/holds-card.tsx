import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Hold } from "#contract/wallet.ts";
import { useApi } from "#web/api.tsx";
import { transactionLabel } from "#web/i18n/labels.ts";
import { Moment } from "#web/ui/figures.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import classes from "./holds-card.module.css";
import { ShipRequestLink } from "./transaction-columns.tsx";
import { RichText, t } from "./messages.ts";

function HeldFee(props: { hold: Hold }) {
  const { reason, legNumber, trackingNumber, heldAt, amountCents, shipRequestId } = props.hold;
  const subject = [
    // Staff write the reason of a fee that they hold; that of a ship request says the same as the type.
    shipRequestId ? transactionLabel(props.hold) : reason,
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
