import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Payout } from "#money/contract/payouts.ts";
import { useApi } from "#money/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { Moment, Money } from "#ui/web/figures.tsx";
import { MoneyWithApproximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

/** The user's newest payout. */
export function usePayout() {
  const api = useApi();
  return useQuery(api.wallet.readPayout.queryOptions({ input: {} }));
}

/** Whether a payout is open; false while unknown, because the server checks again. */
export function isPayoutOpen(payout: Payout | null | undefined): boolean {
  return payout?.settledAt === null;
}

function Withdrawal(props: { payout: Payout }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const withdrawing = useAction(useApi().wallet.withdrawPayout.mutationOptions(), {
    done: () => ({ title: t("wallet.payout.withdrawn") }),
    hint: t("wallet.payout.notWithdrawn"),
  });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setDialogOpen(true)}>
        {t("wallet.payout.withdraw")}
      </Button>
      <ConfirmDialog
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={t("wallet.payout.withdrawTitle")}
        confirmLabel={t("wallet.payout.withdraw")}
        onConfirm={() => withdrawing.run({ payoutRequestId: props.payout.id })}
      >
        <RichText
          id="wallet.payout.withdrawText"
          values={{ amount: <Money amountCents={props.payout.amountCents} /> }}
        />
      </ConfirmDialog>
    </>
  );
}

function OpenPayout({ payout }: { payout: Payout }) {
  const isStarted = payout.startedAt !== null;
  return (
    <SectionCard
      title={t("wallet.payout.title")}
      actions={
        isStarted ? (
          <StatusBadge label={t("wallet.payout.processing")} color="sea" />
        ) : (
          <StatusBadge label={t("wallet.payout.requested")} color="yellow" />
        )
      }
    >
      <Stack gap="sm" align="flex-start">
        <Text fz="1.5rem" fw={600} className="figures tight">
          <MoneyWithApproximation amountCents={payout.amountCents} />
        </Text>
        <Text size="sm" c="dimmed">
          <RichText
            id="wallet.payout.details"
            values={{
              date: <Moment at={payout.createdAt} />,
              hasDestination: String(payout.destination !== null),
              destination: <span>{payout.destination}</span>,
              isStarted: String(isStarted),
            }}
          />
        </Text>
        {isStarted ? null : <Withdrawal payout={payout} />}
      </Stack>
    </SectionCard>
  );
}

const declinedShownDays = 30;

function isRecentlyDeclined({ outcome, settledAt }: Payout): boolean {
  const ageMilliseconds = Date.now() - new Date(settledAt ?? 0).getTime();
  return outcome === "declined" && ageMilliseconds < declinedShownDays * 86_400_000;
}

/** The open payout, or why the newest one was declined; otherwise renders nothing. */
export function PayoutCard() {
  const { data, isError, isFetching, refetch } = usePayout();
  if (!data) {
    return isError ? (
      <ErrorState
        title={t("wallet.payout.notLoaded")}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : null;
  }
  const { payout } = data;
  if (payout === null) return null;
  if (isPayoutOpen(payout)) return <OpenPayout payout={payout} />;
  if (!isRecentlyDeclined(payout)) return null;
  return (
    <Alert color="yellow" title={t("wallet.payout.declined")}>
      <RichText
        id="wallet.payout.declinedText"
        values={{
          amount: <Money amountCents={payout.amountCents} />,
          hasReason: String(payout.reason !== null),
          reason: <span>{payout.reason}</span>,
        }}
      />
    </Alert>
  );
}
