import { Button, SimpleGrid, Stack, Tabs, Anchor, Text } from "@mantine/core";
import HandCoins from "lucide-react/icons/hand-coins";
import { useEffect, useRef, useState } from "react";
import { useSearchParams, Link } from "react-router";
import { usePerson } from "#ui/web/session.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { laterPart, LazyPart } from "#ui/web/lazy-part.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { useDeposit } from "./deposit.ts";
import { useDepositReturn } from "./deposit-return.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { isPayoutOpen, PayoutCard, usePayout } from "./payout-card.tsx";
import { useQuery } from "@tanstack/react-query";
import type { Hold } from "#money/contract/wallet.ts";
import { useApi } from "#money/web/api.ts";
import { transactionLabel } from "./transaction-labels.ts";
import { Moment } from "#ui/web/figures.tsx";
import { slot } from "#ui/web/slots.ts";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./wallet.module.css";
import { ShipRequestLink } from "./transaction-columns.tsx";
import { AddFundsCard } from "#money/web/wallet/add-funds-card.tsx";
import { HistoryTable } from "#money/web/wallet/history-table.tsx";

const PayoutDialog = laterPart(
  async () => (await import("#money/web/wallet/payout-dialog.tsx")).PayoutDialog,
);

const WalletDialog = laterPart(
  async () => (await import("#money/web/wallet/wallet-dialog.tsx")).WalletDialog,
);

/** The balance with a button to request a payout while none is open. */
function BalanceWithPayout() {
  const payout = usePayout();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <BalanceCard
        actions={
          isPayoutOpen(payout.data?.payout) ? null : (
            <Button
              variant="default"
              leftSection={<HandCoins size={18} aria-hidden="true" />}
              disabled={payout.isPending}
              onClick={() => setDialogOpen(true)}
            >
              {t("wallet.payout.request")}
            </Button>
          )
        }
      />
      <PayoutDialog
        isWanted={isDialogOpen}
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
      />
    </>
  );
}

/**
 * Where the focus goes when the dialog about an added deposit closes, which nothing on the page has opened: the new balance,
 * or the history, to which one of its links leads a moment later.
 */
function useFocusAfterDeposit(state: string, tab: string) {
  const balance = useRef<HTMLDivElement>(null);
  const history = useRef<HTMLDivElement>(null);
  const last = useRef({ state, hasMoved: false });
  useEffect(() => {
    const isClosed = last.current.state === "added" && state === "none";
    // What had it is hidden now.
    const isLost =
      last.current.hasMoved &&
      (document.activeElement === document.body || document.activeElement === balance.current);
    if (isClosed || (isLost && tab === "history"))
      (tab === "history" ? history : balance).current?.focus();
    last.current = { state, hasMoved: isClosed };
  }, [state, tab]);
  return { balance, history };
}

export default function WalletPage() {
  const { id: personId } = usePerson();
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "history" ? "history" : "overview";
  const deposit = useDeposit();
  const returned = useDepositReturn(personId);
  const dialogState = deposit.isProcessing ? "processing" : returned.state;
  const { balance, history } = useFocusAfterDeposit(dialogState, tab);
  const showTab = (next: string | null) => {
    setSearch(next === "history" ? { tab: "history" } : {}, { preventScrollReset: true });
  };
  return (
    <>
      <PageHeader
        title={t("common.wallet")}
        description={t("wallet.pageDescription")}
        above={<BackLink to="/dashboard" label={t("common.backToDashboard")} />}
      />
      <Tabs value={tab} onChange={showTab}>
        <TabList mb="lg">
          <Tabs.Tab value="overview">{t("wallet.overview")}</Tabs.Tab>
          <Tabs.Tab value="history">{t("wallet.history.title")}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="overview">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
            <Stack gap="lg">
              <div ref={balance} tabIndex={-1}>
                <BalanceWithPayout />
              </div>
              <PayoutCard />
              <HoldsCard />
            </Stack>
            <AddFundsCard deposit={deposit} />
          </SimpleGrid>
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <div ref={history} tabIndex={-1}>
            <HistoryTable onAddFunds={() => showTab("overview")} />
          </div>
        </Tabs.Panel>
      </Tabs>
      <WalletDialog
        isWanted={dialogState !== null}
        state={dialogState}
        message={returned.message}
        onRetry={returned.tryAgain}
        onClose={returned.dismiss}
      />
    </>
  );
}

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
  const { extraService, packageName } = props.hold;
  const subject = [
    // Staff write the reason of a fee that they hold; that of a ship request says the same as the type.
    extraService?.name ?? (shipRequestId ? transactionLabel(props.hold) : reason),
    trackingNumber ? t("wallet.package", { trackingNumber: packageName ?? trackingNumber }) : "",
    packageName === undefined ? "" : trackingNumber,
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
      <ul className="plain-list" aria-label={t("wallet.holds.list")}>
        {holds.map((hold) => (
          <HeldFee key={hold.id} hold={hold} />
        ))}
      </ul>
    </SectionCard>
  );
}
