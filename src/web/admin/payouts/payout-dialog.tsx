/** The dialog in which staff pay out what a customer asked for, or decline it. */
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
import type { PayoutRequest } from "#contract/users.ts";
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
import { Form } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Outcome = "paid" | "declined";
type Started = Awaited<ReturnType<ApiClient["wallet"]["startPayout"]>>;

/** Where the money is to go, which is shown on request alone: from then on the customer cannot withdraw it. */
function Destination(props: {
  request: PayoutRequest;
  started: Started | null;
  onStart: () => void;
  isStarting: boolean;
}) {
  const { request, started } = props;
  const { person } = useSession();
  const starter = started?.startedBy ?? request.startedBy;
  const isOthers = starter !== null && starter !== person?.email;
  return (
    <Stack gap="sm">
      {isOthers ? (
        <Alert color="yellow" title={`${starter} has begun to pay this`}>
          Please ask them before you send the money, so that it is not sent twice.
        </Alert>
      ) : null}
      {started === null ? (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 14rem">
            {request.startedAt === null
              ? "Once you are shown where to pay, the customer can no longer withdraw the request."
              : "Where to pay is shown on request, and each look is in the audit log."}
          </Text>
          <Button variant="default" loading={props.isStarting} onClick={props.onStart}>
            Show where to pay
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

/** Runs one of the two operations, with the password where it is wanted; closes when somebody else was first. */
function usePayoutWork(props: {
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
      showToast({ title: "This payout has ended meanwhile", kind: "info" });
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
      const words = isPaid ? { reference: text } : { reason: text };
      await settling.mutateAsync({ payoutRequestId: request.id, isPaid, ...words });
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

function failureSentence(error: unknown): string {
  return apiErrorCode(error) === "insufficient_balance"
    ? "A dispute has taken this money from the wallet. Please decline the payout."
    : apiErrorMessage(error, toasts.unexpected.description);
}

const missing = toasts.missingAdjustmentInformation.description;

function SettleForm(props: {
  request: PayoutRequest;
  withReauthentication: Reauthentication["withReauthentication"];
  onClose: () => void;
}) {
  const { request } = props;
  const work = usePayoutWork({ ...props, onDone: props.onClose });
  const [outcome, setOutcome] = useState<Outcome>("paid");
  const [texts, setTexts] = useState<Record<Outcome, string>>({ paid: "", declined: "" });
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const text = texts[outcome].trim();
  const submit = async () => {
    setMissing(text === "");
    if (text === "") input.current?.focus();
    else await work.settle(outcome === "paid", text);
  };
  const field = {
    ref: input,
    required: true,
    value: texts[outcome],
    error: isMissing ? missing : null,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTexts((before) => ({ ...before, [outcome]: value }));
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
      {work.failure ? <FocusedAlert message={failureSentence(work.failure)} /> : null}
      {request.balanceCents < 0 ? (
        <Alert color="yellow" title="The wallet is short">
          A dispute has taken <Money amountCents={-request.balanceCents} /> more than is left beside
          this payout. It cannot be paid in full.
        </Alert>
      ) : null}
      <Destination
        request={request}
        started={work.started}
        isStarting={work.isStarting}
        onStart={() => void work.start()}
      />
      <Radio.Group
        label="Outcome"
        value={outcome}
        onChange={(value) => {
          setOutcome(value === "paid" ? "paid" : "declined");
          setMissing(false);
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
          <Radio value="paid" label="Paid" description="You have sent the money" />
          <Radio value="declined" label="Declined" description="It returns to the balance" />
        </SimpleGrid>
      </Radio.Group>
      {outcome === "paid" ? (
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
          description="The customer is told it by email and in the wallet."
          rows={2}
          maxLength={500}
        />
      )}
      <Group gap="sm" justify="flex-end">
        <Button variant="default" disabled={work.isSettling} onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={work.isSettling}
          {...(outcome === "declined" ? { color: "red" } : {})}
        >
          {outcome === "paid" ? "Mark as paid" : "Decline payout"}
        </Button>
      </Group>
    </Form>
  );
}

/** Opens for a request; null closes it. */
export function PayoutDialog(props: { request: PayoutRequest | null; onClose: () => void }) {
  const request = useRetainedValue(props.request);
  const { withReauthentication, reauthenticationDialog, isAsking } = useReauthentication();
  return (
    <>
      <Dialog
        isOpen={props.request !== null}
        onClose={props.onClose}
        isBusy={isAsking}
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
