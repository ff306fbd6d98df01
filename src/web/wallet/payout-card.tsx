import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Payout } from "#contract/payouts.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Moment, Money } from "#web/ui/figures.tsx";
import { MoneyWithApproximation } from "#web/ui/money-with-approximation.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { showToast } from "#web/ui/toast.tsx";

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
  const api = useApi();
  const queryClient = useQueryClient();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const withdrawing = useMutation(api.wallet.withdrawPayout.mutationOptions());
  const withdraw = async () => {
    try {
      await withdrawing.mutateAsync({ payoutRequestId: props.payout.id });
      showToast({ title: "Payout withdrawn", kind: "success", place: "payout" });
    } catch (error) {
      const sentence = "Your payout could not be withdrawn. Please try again.";
      showToast({ title: apiErrorMessage(error, sentence), kind: "destructive", place: "payout" });
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.wallet.readPayout.key() });
      void queryClient.invalidateQueries({ queryKey: api.wallet.key() });
    }
  };
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setDialogOpen(true)}>
        Withdraw request
      </Button>
      <ConfirmDialog
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title="Withdraw payout request"
        confirmLabel="Withdraw request"
        onConfirm={withdraw}
      >
        <Money amountCents={props.payout.amountCents} /> returns to your balance immediately. You
        can request another payout at any time.
      </ConfirmDialog>
    </>
  );
}

function OpenPayout({ payout }: { payout: Payout }) {
  const isStarted = payout.startedAt !== null;
  return (
    <SectionCard
      title="Payout"
      actions={
        isStarted ? (
          <StatusBadge label="Processing" color="sea" />
        ) : (
          <StatusBadge label="Requested" color="yellow" />
        )
      }
    >
      <Stack gap="sm" align="flex-start">
        <Text fz="1.5rem" fw={600} className="figures tight">
          <MoneyWithApproximation amountCents={payout.amountCents} />
        </Text>
        <Text size="sm" c="dimmed">
          Requested on <Moment at={payout.createdAt} />
          {payout.destination === null ? null : `, to ${payout.destination}`}.{" "}
          {isStarted
            ? "We are sending the payout and will email you when it is done."
            : "The amount is reserved until we send the payout. We will email you then."}
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
        title="Your payout could not be loaded"
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
    <Alert color="yellow" title="Your payout was declined">
      <Money amountCents={payout.amountCents} /> was returned to your balance. Reason:{" "}
      {payout.reason ?? "none given"}
    </Alert>
  );
}
