import {
  Alert,
  Button,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PayoutRequest } from "#contract/payouts.ts";
import { toasts } from "#contract/messages.ts";
import { useRetainedValue } from "#web/admin/retained-value.ts";
import { apiErrorCode, apiErrorMessage, useApi, type ApiClient } from "#web/api.tsx";
import {
  isReauthenticationRequired,
  useReauthentication,
  type Reauthentication,
} from "#web/auth/reauthentication.tsx";
import { useSession } from "#web/session.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Moment, Money } from "#web/ui/figures.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Result = "paid" | "declined";
type Started = Awaited<ReturnType<ApiClient["wallet"]["startPayout"]>>;

/** The payment details are shown only on request, because the customer cannot withdraw the payout from then on. */
function PaymentDetails(props: {
  request: PayoutRequest;
  started: Started | null;
  onStart: () => void;
  isStarting: boolean;
}) {
  const { request, started } = props;
  const { person } = useSession();
  const starter = started?.startedBy ?? request.startedBy;
  const isStartedByOther = starter !== null && starter !== person?.email;
  return (
    <Stack gap="sm">
      {isStartedByOther ? (
        <Alert color="yellow" title={`${starter} has begun to pay this`}>
          Please ask them before you send the money, so that it is not sent twice.
        </Alert>
      ) : null}
      {started === null ? (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 14rem">
            {request.startedAt === null
              ? "Once you have seen the payment details, the customer can no longer withdraw the request."
              : "Payment details are shown on request. Each view is recorded in the audit log."}
          </Text>
          <Button variant="default" loading={props.isStarting} onClick={props.onStart}>
            Show payment details
          </Button>
        </Group>
      ) : (
        <DefinitionList
          items={[
            {
              term: "Pay to",
              value: (
                <span style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {started.details}
                </span>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}

/** Starts or settles the payout, with reauthentication where required; closes when it has already ended. */
function usePayoutActions(props: {
  request: PayoutRequest;
  withReauthentication: Reauthentication["withReauthentication"];
  onDone: () => void;
}) {
  const { request, withReauthentication, onDone } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const starting = useMutation(api.wallet.startPayout.mutationOptions());
  const settling = useMutation(api.wallet.settlePayoutRequest.mutationOptions());
  const run = async (work: () => Promise<void>) => {
    try {
      await withReauthentication(work);
    } catch (error) {
      if (apiErrorCode(error) !== "conflict") return;
      showToast({ title: "This payout has already ended", kind: "info" });
      onDone();
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.wallet.listPayoutRequests.key() });
    }
  };
  const start = () =>
    run(async () => {
      await starting.mutateAsync({ payoutRequestId: request.id });
    });
  const settle = (isPaid: boolean, text: string) =>
    run(async () => {
      const note = isPaid ? { reference: text } : { reason: text };
      await settling.mutateAsync({ payoutRequestId: request.id, isPaid, ...note });
      showToast({ title: isPaid ? "Payout marked as paid" : "Payout declined", kind: "success" });
      onDone();
    });
  const failed = settling.error ?? starting.error;
  return {
    start,
    settle,
    started: starting.data ?? null,
    isStarting: starting.isPending,
    isSettling: settling.isPending,
    failure: failed !== null && !isReauthenticationRequired(failed) ? failed : null,
  };
}

function failureText(error: unknown): string {
  return apiErrorCode(error) === "insufficient_balance"
    ? "A dispute has taken this money from the wallet. Please decline the payout."
    : apiErrorMessage(error, toasts.unexpected.description);
}

const missingText = toasts.missingAdjustmentInformation.description;

function SettleForm(props: {
  request: PayoutRequest;
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
}) {
  const { request } = props;
  const actions = usePayoutActions({ ...props, onDone: props.onClose });
  const [result, setResult] = useState<Result>("paid");
  const [texts, setTexts] = useState<Record<Result, string>>({ paid: "", declined: "" });
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const text = texts[result].trim();
  const submit = async () => {
    setMissing(text === "");
    if (text === "") input.current?.focus();
    else await actions.settle(result === "paid", text);
  };
  const field = {
    ref: input,
    required: true,
    value: texts[result],
    error: isMissing ? missingText : null,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTexts((before) => ({ ...before, [result]: value }));
      setMissing(false);
    },
  };
  return (
    <Form label="Settle payout" onSubmit={submit}>
      <DefinitionList
        items={[
          { term: "Customer", value: request.userEmail },
          { term: "Requested", value: <Moment at={request.createdAt} withTime /> },
          { term: "Amount", value: <Money amountCents={request.amountCents} /> },
        ]}
      />
      {actions.failure ? <FocusedAlert message={failureText(actions.failure)} /> : null}
      {request.balanceCents < 0 ? (
        <Alert color="yellow" title="Not enough money in the wallet">
          A dispute has taken <Money amountCents={-request.balanceCents} /> more than the wallet
          holds beside this payout. It cannot be paid in full.
        </Alert>
      ) : null}
      <PaymentDetails
        request={request}
        started={actions.started}
        isStarting={actions.isStarting}
        onStart={() => void actions.start()}
      />
      <Radio.Group
        label="Result"
        value={result}
        onChange={(value) => {
          setResult(value === "paid" ? "paid" : "declined");
          setMissing(false);
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
          <Radio value="paid" label="Paid" description="You have sent the money" />
          <Radio value="declined" label="Declined" description="It returns to the balance" />
        </SimpleGrid>
      </Radio.Group>
      {result === "paid" ? (
        <TextInput
          {...field}
          label="Reference of the bank transfer"
          description="The customer sees it in the wallet's history and by email."
          autoComplete="off"
          maxLength={140}
        />
      ) : (
        <Textarea
          {...field}
          label="Reason"
          description="The customer sees it by email and in the wallet."
          rows={2}
          maxLength={500}
        />
      )}
      <Group gap="sm" justify="flex-end">
        <Button variant="default" disabled={actions.isSettling} onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={actions.isSettling}
          {...(result === "declined" ? { color: "red" } : {})}
        >
          {result === "paid" ? "Mark as paid" : "Decline payout"}
        </Button>
      </Group>
    </Form>
  );
}

/** @param props.request null closes the dialog. */
export function PayoutDialog(props: { request: PayoutRequest | null; onClose: () => void }) {
  const request = useRetainedValue(props.request);
  const { withReauthentication, reauthenticationDialog, isReauthenticating } =
    useReauthentication();
  return (
    <>
      <Dialog
        isOpen={props.request !== null}
        onClose={props.onClose}
        isBusy={isReauthenticating}
        title="Settle payout"
      >
        {request === null ? null : (
          <SettleForm
            key={request.id}
            request={request}
            withReauthentication={withReauthentication}
            onClose={props.onClose}
          />
        )}
      </Dialog>
      {reauthenticationDialog}
    </>
  );
}
