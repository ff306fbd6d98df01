/** The dialog that closes an account, or says what stands in the way and what to do about it. */
import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { use, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { problems } from "#contract/problems.ts";
import { problemSentence, useApi, useApiClient, type ApiClient } from "#web/api.tsx";
import { useSession } from "#web/session.tsx";
import { LeaveContext } from "#web/shell/departure.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Moment, Money } from "#web/ui/figures.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { isProofMissing, useFreshProof, type FreshProof } from "./fresh-proof.tsx";
import { PasswordErrandForm } from "./password-dialog.tsx";

type Closing = Awaited<ReturnType<ApiClient["people"]["readAccountClosing"]>>;

function PayoutForm(props: {
  withProof: FreshProof["withProof"];
  onRequested: () => void;
  onClose: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [details, setDetails] = useState("");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const request = useMutation(api.people.requestPayout.mutationOptions());
  const submit = async () => {
    if (details.trim() === "") {
      setError("Please tell us where the money is to go.");
      field.current?.focus();
      return;
    }
    try {
      await props.withProof(() => request.mutateAsync({ details }));
      showToast({ title: "Payout requested", kind: "success" });
      props.onRequested();
    } catch {
      // Told by the alert below; who would not give the password knows it.
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.people.readAccountClosing.key() });
    }
  };
  const isRefused = request.isError && !isProofMissing(request.error);
  return (
    <Form label="Request a payout" onSubmit={submit}>
      {isRefused ? (
        <FocusedAlert
          message={problemSentence(
            request.error,
            "Your payout could not be requested. Please try again.",
          )}
        />
      ) : null}
      <Textarea
        ref={field}
        label="Where is the money to go?"
        description="Your bank, the account's holder and number. We delete them once it is paid out."
        rows={3}
        maxLength={2000}
        value={details}
        error={error}
        onChange={(event) => {
          setDetails(event.currentTarget.value);
          setError(null);
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={request.isPending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={request.isPending}>
          Request payout
        </Button>
      </Group>
    </Form>
  );
}

/** @param isAnswer takes the keyboard over from the form that was sent. */
function Requested(props: { amountCents: number; createdAt: string; isAnswer: boolean }) {
  const sentence = (
    <span>
      You requested a payout of <Money amountCents={props.amountCents} /> on{" "}
      <Moment at={props.createdAt} />. We will write to you soon.
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
  const isFormShown = balanceCents > 0 && payoutRequest === null;
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
      {heldCents === 0 ? null : (
        <Alert color="yellow">
          <Money amountCents={heldCents} /> is set aside for fees that are not settled yet. Please
          come back once they are.
        </Alert>
      )}
      {payoutRequest ? <Requested isAnswer={hasRequested} {...payoutRequest} /> : null}
      {isFormShown ? (
        <PayoutForm
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
