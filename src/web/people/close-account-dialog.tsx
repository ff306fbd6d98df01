/** The dialog that closes an account, or says what stands in the way and what to do about it. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { use, useState } from "react";
import { useNavigate } from "react-router";
import { problems } from "#contract/problems.ts";
import { leastPayoutCents } from "#core/payout.ts";
import { useApi, useApiClient, type ApiClient } from "#web/api.tsx";
import { useSession } from "#web/session.tsx";
import { LeaveContext } from "#web/shell/departure.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Moment, Money } from "#web/ui/figures.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { PayoutForm } from "#web/wallet/payout-form.tsx";
import { useFreshProof, type FreshProof } from "./fresh-proof.tsx";
import { PasswordErrandForm } from "./password-dialog.tsx";

type Closing = Awaited<ReturnType<ApiClient["people"]["readAccountClosing"]>>;

/** @param isAnswer takes the keyboard over from the form that was sent. */
function Requested(props: { amountCents: number; createdAt: string; isAnswer: boolean }) {
  const sentence = (
    <span>
      You requested a payout of <Money amountCents={props.amountCents} /> on{" "}
      <Moment at={props.createdAt} />. We will write to you soon; once it is paid you can close your
      account.
    </span>
  );
  return props.isAnswer ? (
    <FocusedAlert kind="success" message={sentence} />
  ) : (
    <Text size="sm">{sentence}</Text>
  );
}

/** Everything that has to be settled first. */
function Obstacles(props: {
  closing: Closing;
  withProof: FreshProof["withProof"];
  onClose: () => void;
}) {
  const { balanceCents, heldCents, mustCancelSubscription, payoutRequest } = props.closing;
  const [hasRequested, setRequested] = useState(false);
  const isFormShown = balanceCents >= leastPayoutCents && payoutRequest === null;
  const feesCents = heldCents - (payoutRequest?.amountCents ?? 0);
  const isOffice = balanceCents === 0 && heldCents === 0 && !mustCancelSubscription;
  return (
    <Stack gap="md">
      {isOffice ? <Alert color="yellow">{problems.office_account.message}</Alert> : null}
      {mustCancelSubscription ? (
        <Alert color="yellow">{problems.subscription_active.message}</Alert>
      ) : null}
      {balanceCents === 0 ? null : (
        <Alert color="yellow">
          {balanceCents > 0
            ? problems.balance_not_zero.message
            : "Your wallet is below zero. Please add what is missing first."}{" "}
          Your balance: <Money amountCents={balanceCents} />
        </Alert>
      )}
      {balanceCents > 0 && balanceCents < leastPayoutCents ? (
        <Text size="sm">
          A payout is at least <Money amountCents={leastPayoutCents} />. Please contact us to have
          less than that settled.
        </Text>
      ) : null}
      {feesCents <= 0 ? null : (
        <Alert color="yellow">
          <Money amountCents={feesCents} /> is set aside for fees that are not settled yet. Please
          come back once they are.
        </Alert>
      )}
      {payoutRequest ? <Requested isAnswer={hasRequested} {...payoutRequest} /> : null}
      {isFormShown ? (
        <PayoutForm
          balanceCents={balanceCents}
          withProof={props.withProof}
          onRequested={() => setRequested(true)}
          onClose={props.onClose}
        />
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Close
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function useClosing() {
  const client = useApiClient();
  const session = useSession();
  const navigate = useNavigate();
  const leave = use(LeaveContext);
  return (password: string) =>
    leave(async () => {
      await client.people.closeAccount({ password });
      session.forget();
      await navigate("/");
      showToast({ title: "Your account is closed", kind: "success" });
    });
}

function Content(props: { withProof: FreshProof["withProof"]; onClose: () => void }) {
  const api = useApi();
  const close = useClosing();
  const { data, isPending, isFetching, refetch } = useQuery(
    api.people.readAccountClosing.queryOptions({ input: {}, staleTime: 0 }),
  );
  if (isPending) return <LoadingLines lines={3} />;
  if (!data) {
    return (
      <ErrorState
        title="Your account could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data.isPossible) return <Obstacles closing={data} {...props} />;
  return (
    <PasswordErrandForm
      title="Close account"
      confirmLabel="Close account"
      isDestructive
      failed="Your account could not be closed. Please try again."
      onClose={props.onClose}
      run={close}
    >
      You are signed out everywhere. Your profile, your address and what your packages contain,
      images included, are removed for good. The history of money and packages stays, without your
      name. Packages on their way are still forwarded. This cannot be undone.
    </PasswordErrandForm>
  );
}

export function CloseAccountDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { withProof, proofDialog, isAsking } = useFreshProof();
  return (
    <>
      <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Close account" isBusy={isAsking}>
        <Content withProof={withProof} onClose={props.onClose} />
      </Dialog>
      {proofDialog}
    </>
  );
}
