/** The card of what is set aside in a wallet for fees that were quoted. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Hold } from "#contract/wallet.ts";
import { useApi } from "#web/api.tsx";
import { Moment, Money } from "#web/ui/figures.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import classes from "./holds-card.module.css";

function HeldFee(props: { hold: Hold }) {
  const { reason, legNumber, trackingNumber, heldAt, amountCents } = props.hold;
  const subject = [
    reason,
    trackingNumber ? `Package ${trackingNumber}` : "",
    legNumber === null ? "" : `Leg ${legNumber}`,
  ].filter(Boolean);
  return (
    <li className={classes["hold"]}>
      <div className={classes["subject"]}>
        <Text size="sm" fw={500}>
          {subject.join(" · ") || "Shipping fee"}
        </Text>
        <Text size="xs" c="dimmed">
          Held since <Moment at={heldAt} />
        </Text>
      </div>
      <Text span size="sm" fw={600}>
        <Money amountCents={amountCents} />
      </Text>
    </li>
  );
}

/** The fees on hold in the own wallet, the newest first; nothing where there is none. */
export function HoldsCard() {
  const api = useApi();
  const { data } = useQuery(api.wallet.readWallet.queryOptions({ input: {} }));
  // What is set aside for a payout has a card of its own.
  const holds = (data?.holds ?? []).filter(({ type }) => type === "shipping_fee");
  if (holds.length === 0) return null;
  return (
    <SectionCard
      title="On hold"
      description="Set aside for quoted shipping fees, beside your balance. A fee is taken at its final amount; what is not needed returns to you."
    >
      <ul className={classes["list"]} aria-label="Fees on hold">
        {holds.map((hold) => (
          <HeldFee key={hold.id} hold={hold} />
        ))}
      </ul>
    </SectionCard>
  );
}
