/** The dialog in which staff say what became of a payout that a customer asked for. */
import { Alert, Button, Group, Radio, SimpleGrid, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PayoutRequest } from "#contract/office-people.ts";
import { toasts } from "#contract/messages.ts";
import { useLingering } from "#web/admin/lingering.ts";
import { problemCode, problemSentence, useApi } from "#web/api.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Moment, Money, moneyText } from "#web/ui/figures.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Outcome = "paid" | "declined";

function PayoutFacts(props: { request: PayoutRequest }) {
  const { request } = props;
  return (
    <DefinitionList
      items={[
        { term: "Customer", value: request.userEmail },
        { term: "Asked for", value: <Moment at={request.createdAt} withTime /> },
        { term: "Amount", value: <Money amountCents={request.amountCents} /> },
        { term: "In the wallet now", value: <Money amountCents={request.balanceCents} /> },
        {
          term: "Where to",
          value: (
            <span style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {request.details ?? "–"}
            </span>
          ),
        },
      ]}
    />
  );
}

function useSettling(onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    ...api.people.settlePayoutRequest.mutationOptions(),
    onSuccess: (_, { isPaid }) => {
      showToast({ title: isPaid ? "Payout settled" : "Payout declined", kind: "success" });
      onDone();
    },
    onError: (error) => {
      if (problemCode(error) !== "conflict") return;
      showToast({ title: "Somebody else settled this payout first", kind: "info" });
      onDone();
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: api.people.listPayoutRequests.key() }),
  });
}

function SettleForm(props: {
  request: PayoutRequest;
  onClose: () => void;
  onDeduct: (request: PayoutRequest) => void;
}) {
  const { request } = props;
  const settling = useSettling(props.onClose);
  const [outcome, setOutcome] = useState<Outcome>("paid");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = async () => {
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return field.current?.focus();
    await settling
      .mutateAsync({
        payoutRequestId: request.id,
        isPaid: outcome === "paid",
        reason: reason.trim(),
      })
      .catch(() => undefined);
  };
  const mayHoldIt = outcome === "paid" && request.balanceCents >= request.amountCents;
  return (
    <Form label="Settle payout" onSubmit={submit}>
      <PayoutFacts request={request} />
      {settling.isError ? (
        <FocusedAlert message={problemSentence(settling.error, toasts.unexpected.description)} />
      ) : null}
      <Radio.Group
        label="What became of it"
        value={outcome}
        onChange={(value) => setOutcome(value === "paid" ? "paid" : "declined")}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6}>
          <Radio value="paid" label="Paid" description="The money was sent to the customer" />
          <Radio value="declined" label="Declined" description="It stays in the wallet" />
        </SimpleGrid>
      </Radio.Group>
      {mayHoldIt ? (
        <Alert color="yellow" title={`The wallet still holds ${moneyText(request.balanceCents)}`}>
          <Stack gap="sm" align="flex-start">
            Settling does not move it. Take the payout off the wallet before you send the money, so
            that it cannot be spent meanwhile.
            <Button size="xs" variant="default" onClick={() => props.onDeduct(request)}>
              Take it off the wallet
            </Button>
          </Stack>
        </Alert>
      ) : null}
      <Textarea
        ref={field}
        label={outcome === "paid" ? "Note" : "Reason"}
        description="The customer is told it by letter. Where the money was to go is then forgotten."
        required
        rows={2}
        maxLength={500}
        value={reason}
        error={isMissing ? toasts.missingAdjustmentInformation.description : null}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <Group gap="sm" justify="flex-end">
        <Button variant="default" disabled={settling.isPending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={settling.isPending}
          {...(outcome === "declined" ? { color: "red" } : {})}
        >
          {outcome === "paid" ? "Settle as paid" : "Decline payout"}
        </Button>
      </Group>
    </Form>
  );
}

/** Opens for a request; null closes it. `isCovered`: the wallet's dialog lies above. */
export function PayoutDialog(props: {
  request: PayoutRequest | null;
  isCovered: boolean;
  onClose: () => void;
  onDeduct: (request: PayoutRequest) => void;
}) {
  const request = useLingering(props.request);
  return (
    <Dialog
      isOpen={props.request !== null}
      onClose={props.onClose}
      isBusy={props.isCovered}
      title="Settle payout"
    >
      {request === null ? null : (
        <SettleForm
          key={request.id}
          request={request}
          onClose={props.onClose}
          onDeduct={props.onDeduct}
        />
      )}
    </Dialog>
  );
}
