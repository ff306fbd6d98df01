import { Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, useState } from "react";
import { isPositive } from "#money/rules/ledger.ts";
import { useApi } from "#money/web/api.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { Money } from "#ui/web/figures.tsx";
import { SignedAmount } from "#money/web/wallet/transaction-columns.tsx";
import { HoldsPanel } from "./holds-panel.tsx";
import { useRetainedValue } from "#ui/web/open-state.ts";
import { TabList } from "#ui/web/tab-list.tsx";
import type { Adjusted, WalletMode } from "./wallet-adjustment.ts";
import { WalletForm } from "./wallet-form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** The customer's current balance; undefined while it loads. */
function useBalance(customer: WalletMode["customer"], isWanted: boolean): number | undefined {
  const api = useApi();
  const { data } = useQuery(
    api.wallet.readUserWallet.queryOptions({
      input: { userId: customer.id },
      enabled: isWanted,
      staleTime: 0,
    }),
  );
  return data?.balanceCents;
}

function Result(props: { adjusted: Adjusted; onClose: () => void }) {
  const { transaction, balanceCents } = props.adjusted;
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  const isCredit = isPositive(transaction.type);
  return (
    <Stack gap="lg">
      <Stack align="center" gap="xs" ta="center" role="status">
        <span className="round-mark" aria-hidden="true">
          <CircleCheck size={22} />
        </span>
        <Text fw={600}>
          {isCredit ? t("admin-wallets.done.credit") : t("admin-wallets.done.deduction")}
        </Text>
      </Stack>
      <DefinitionList
        items={[
          {
            term: isCredit ? t("admin-wallets.credited") : t("admin-wallets.deducted"),
            value: <SignedAmount transaction={transaction} />,
          },
          ...(transaction.legNumber === null
            ? []
            : [{ term: t("admin-wallets.forLeg"), value: String(transaction.legNumber) }]),
          { term: t("common.reason"), value: transaction.reason ?? "–" },
          { term: t("admin-wallets.balanceNow"), value: <Money amountCents={balanceCents} /> },
        ]}
      />
      <Group justify="flex-end">
        <Button ref={done} onClick={props.onClose}>
          {t("admin-wallets.done")}
        </Button>
      </Group>
    </Stack>
  );
}

function Adjustment(props: {
  mode: WalletMode;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}) {
  const [adjusted, setAdjusted] = useState<Adjusted | null>(null);
  const balanceCents = useBalance(props.mode.customer, adjusted === null);
  if (adjusted) return <Result adjusted={adjusted} onClose={props.onClose} />;
  return (
    <WalletForm
      mode={props.mode}
      balanceCents={balanceCents}
      onBusy={props.onBusy}
      onCancel={props.onClose}
      onAdjusted={setAdjusted}
    />
  );
}

/** @param props.mode null closes the dialog. */
export function WalletDialog(props: { mode: WalletMode | null; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const mode = useRetainedValue(props.mode);
  return (
    <Dialog
      isOpen={props.mode !== null}
      onClose={props.onClose}
      isBusy={isBusy}
      title={t("admin-wallets.adjust")}
    >
      {mode ? (
        <Tabs key={mode.customer.id} defaultValue="adjustment" keepMounted={false}>
          <TabList mb="md">
            <Tabs.Tab value="adjustment" disabled={isBusy}>
              {t("admin-wallets.adjustment")}
            </Tabs.Tab>
            <Tabs.Tab value="holds" disabled={isBusy}>
              {t("admin-wallets.feesOnHold")}
            </Tabs.Tab>
          </TabList>
          <Tabs.Panel value="adjustment">
            <Adjustment mode={mode} onBusy={setBusy} onClose={props.onClose} />
          </Tabs.Panel>
          <Tabs.Panel value="holds">
            <HoldsPanel customer={mode.customer} />
          </Tabs.Panel>
        </Tabs>
      ) : null}
    </Dialog>
  );
}
