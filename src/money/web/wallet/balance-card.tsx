import { Button, Text } from "@mantine/core";
import RotateCw from "lucide-react/icons/rotate-cw";
import Wallet from "lucide-react/icons/wallet";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "#money/web/api.ts";
import { usePerson } from "#ui/web/session.tsx";
import { Money } from "#ui/web/figures.tsx";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatCard } from "#ui/web/stat-card.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

/**
 * The wallet balance in dollars.
 * @param actions buttons, which differ by screen.
 */
export function BalanceCard(props: { actions?: ReactNode }) {
  const api = useApi();
  const person = usePerson();
  const wallet = useQuery(api.wallet.readWallet.queryOptions({ input: {} }));
  const isFailed = wallet.isError && wallet.data === undefined;
  const value = wallet.data ? (
    <MoneyWithApproximation amountCents={wallet.data.balanceCents} />
  ) : undefined;
  const payoutCents = (wallet.data?.holds ?? [])
    .filter(({ type }) => type === "payout")
    .reduce((total, { amountCents }) => total + amountCents, 0);
  const isLow =
    person.subscription !== null &&
    wallet.data?.lowBalanceCents !== undefined &&
    wallet.data.balanceCents < wallet.data.lowBalanceCents;
  const feesCents = (wallet.data?.heldCents ?? 0) - payoutCents;
  return (
    <StatCard
      label={t("wallet.walletBalance")}
      icon={<Wallet size={18} aria-hidden="true" />}
      value={isFailed ? "–" : value}
      note={
        isFailed ? (
          <Text span size="sm" c="var(--mantine-color-error)" role="alert">
            <span>{t("wallet.balanceNotLoaded")}</span>
            <Button
              ms="xs"
              size="compact-xs"
              variant="default"
              leftSection={<RotateCw size={12} />}
              loading={wallet.isFetching}
              onClick={() => void wallet.refetch()}
            >
              {t("common.tryAgain")}
            </Button>
          </Text>
        ) : (
          <>
            <span>{t("wallet.balanceNote")}</span>
            {isLow ? (
              <Text span inherit c="var(--mantine-color-error)" display="block">
                {t("wallet.lowBalance")}
              </Text>
            ) : null}
            {feesCents > 0 ? (
              <Text span inherit display="block">
                <RichText
                  id="wallet.fundsOnHold"
                  values={{ amount: <Money amountCents={feesCents} /> }}
                />
              </Text>
            ) : null}
            {payoutCents > 0 ? (
              <Text span inherit display="block">
                <RichText
                  id="wallet.payout.reserved"
                  values={{ amount: <Money amountCents={payoutCents} /> }}
                />
              </Text>
            ) : null}
          </>
        )
      }
      actions={props.actions}
    />
  );
}
