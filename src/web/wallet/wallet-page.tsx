/** The screen of a customer's balance, deposits and transactions. */
import { SimpleGrid, Stack, Tabs } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useSession } from "#web/session.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { AddFundsCard } from "./add-funds-card.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { useDeposit } from "./deposit.ts";
import { useDepositReturn } from "./deposit-return.ts";
import { HistoryTable } from "./history-table.tsx";
import { HoldsCard } from "./holds-card.tsx";
import { WalletDialog } from "./wallet-dialog.tsx";

function Wallet(props: { personId: string }) {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "history" ? "history" : "overview";
  const deposit = useDeposit();
  const returned = useDepositReturn(props.personId);
  const showTab = (next: string | null) => {
    setSearch(next === "history" ? { tab: "history" } : {}, { preventScrollReset: true });
  };
  return (
    <>
      <PageHeader
        title="Wallet"
        description="Your prepaid balance pays freight at courier cost."
        above={<BackLink to="/dashboard" label="Back to Dashboard" />}
      />
      <Tabs value={tab} onChange={showTab}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="history">Transaction History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
            <Stack gap="lg">
              <BalanceCard />
              <HoldsCard />
            </Stack>
            <AddFundsCard deposit={deposit} />
          </SimpleGrid>
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTable onAddFunds={() => showTab("overview")} />
        </Tabs.Panel>
      </Tabs>
      <WalletDialog
        state={deposit.isProcessing ? "processing" : returned.state}
        message={returned.message}
        onRetry={returned.tryAgain}
        onClose={returned.dismiss}
      />
    </>
  );
}

export default function WalletPage() {
  const { person } = useSession();
  return person === null ? null : <Wallet personId={person.id} />;
}
