import { Button, SimpleGrid, Stack, Tabs } from "@mantine/core";
import HandCoins from "lucide-react/icons/hand-coins";
import { lazy, useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "#ui/web/session.tsx";
import { BackLink } from "#ui/web/back-link.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { useDeposit } from "./deposit.ts";
import { readDepositOrigin, writeDepositOrigin } from "./deposit-origin.ts";
import { useDepositReturn } from "./deposit-return.ts";
import { HoldsCard } from "./holds-card.tsx";
import { t } from "./messages.ts";
import { isPayoutOpen, PayoutCard, usePayout } from "./payout-card.tsx";

const AddFundsCard = lazy(async () => ({
  default: (await import("#money/web/wallet/add-funds-card.tsx")).AddFundsCard,
}));

const HistoryTable = lazy(async () => ({
  default: (await import("#money/web/wallet/history-table.tsx")).HistoryTable,
}));

const PayoutDialog = lazy(async () => ({
  default: (await import("#money/web/wallet/payout-dialog.tsx")).PayoutDialog,
}));

const WalletDialog = lazy(async () => ({
  default: (await import("#money/web/wallet/wallet-dialog.tsx")).WalletDialog,
}));

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
      <LazyPart isWanted={isDialogOpen}>
        <PayoutDialog isOpen={isDialogOpen} onClose={() => setDialogOpen(false)} />
      </LazyPart>
    </>
  );
}

function Wallet(props: { personId: string }) {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "history" ? "history" : "overview";
  const deposit = useDeposit();
  const returned = useDepositReturn(props.personId);
  const [origin] = useState(() => readDepositOrigin(props.personId));
  const dialogState = deposit.isProcessing ? "processing" : returned.state;
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
              <BalanceWithPayout />
              <PayoutCard />
              <HoldsCard />
            </Stack>
            <LazyPart fallback={<LoadingCard lines={4} />}>
              <AddFundsCard deposit={deposit} />
            </LazyPart>
          </SimpleGrid>
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <LazyPart fallback={<LoadingCard lines={8} />}>
            <HistoryTable onAddFunds={() => showTab("overview")} />
          </LazyPart>
        </Tabs.Panel>
      </Tabs>
      <LazyPart isWanted={dialogState !== null}>
        <WalletDialog
          state={dialogState}
          message={returned.message}
          origin={origin}
          onRetry={returned.tryAgain}
          onClose={() => {
            writeDepositOrigin(props.personId, null);
            returned.dismiss();
          }}
        />
      </LazyPart>
    </>
  );
}

export default function WalletPage() {
  const { person } = useSession();
  return person === null ? null : <Wallet personId={person.id} />;
}
