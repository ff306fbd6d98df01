/** The form of a wallet's adjustment: type, amount, reason, for a fee its leg, and the balance it leads to. */
import {
  Button,
  Group,
  Radio,
  SimpleGrid,
  Skeleton,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts, type ToastText } from "#contract/messages.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { adjustmentKinds, type AdjustmentKind } from "#core/ledger.ts";
import { maxLegsPerPackage } from "#core/shipping-leg.ts";
import { problemCode, problemSentence, useApi } from "#web/api.tsx";
import { isProofMissing, useFreshProof } from "#web/people/fresh-proof.tsx";
import { Money } from "#web/ui/figures.tsx";
import { Form } from "#web/ui/form.tsx";
import { useRequestKey } from "#web/ui/request-key.ts";
import { Select } from "#web/ui/select.tsx";
import { showToast } from "#web/ui/toast.tsx";
import {
  previewOf,
  refusalOf,
  type Adjusted,
  type AdjustmentField,
  type AdjustmentRefusal,
  type WalletErrand,
} from "./wallet-adjustment.ts";
import classes from "./wallet-form.module.css";

type Draft = { kind: AdjustmentKind | null; amount: string; reason: string; leg: string };

const kindLabels = {
  credit: { label: "Credit", description: "Adds money to the wallet" },
  deduction: { label: "Deduction", description: "Takes a fee from the wallet" },
} as const satisfies Record<AdjustmentKind, { label: string; description: string }>;

const submitLabels = {
  credit: "Credit wallet",
  deduction: "Deduct fee",
} as const satisfies Record<AdjustmentKind, string>;

function submitLabel(kind: AdjustmentKind | null): string {
  return kind === null ? "Adjust wallet" : submitLabels[kind];
}

const toastOfProblem: Partial<Record<ProblemCode, ToastText>> = {
  missing_information: toasts.missingAdjustmentInformation,
  invalid_adjustment_amount: toasts.invalidAdjustmentAmount,
  insufficient_balance: toasts.insufficientBalance,
};

function refusalByServer(error: unknown): AdjustmentRefusal {
  const code = problemCode(error);
  const toast = (code && toastOfProblem[code]) ?? {
    title: toasts.walletNotUpdated.title,
    description: problemSentence(error, toasts.walletNotUpdated.description),
  };
  return { toast, field: "amount" };
}

/** Sends an adjustment under a key that stays the same until the server has given an answer. */
function useAdjusting(errand: WalletErrand) {
  const api = useApi();
  const queryClient = useQueryClient();
  const mutation = useMutation(api.wallet.adjustWallet.mutationOptions());
  const requestKey = useRequestKey();
  const { withProof, proofDialog } = useFreshProof();
  const send = async (draft: Draft & { kind: AdjustmentKind }) => {
    const legNumber = draft.kind === "deduction" && draft.leg ? Number(draft.leg) : null;
    try {
      const adjustment = {
        userId: errand.customer.id,
        kind: draft.kind,
        amount: draft.amount.trim(),
        reason: draft.reason.trim(),
        ...(legNumber === null ? {} : { legNumber }),
        requestKey: requestKey.read(),
      };
      return await withProof(() => mutation.mutateAsync(adjustment));
    } catch (error) {
      if (problemCode(error) !== null) requestKey.renew();
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.people.listUsers.key() });
      void queryClient.invalidateQueries({ queryKey: api.people.readUser.key() });
      void queryClient.invalidateQueries({ queryKey: api.wallet.readUserWallet.key() });
    }
  };
  return { send, isSending: mutation.isPending, proofDialog };
}

function Preview(props: { draft: Draft; balanceCents: number | undefined }) {
  const { balanceCents } = props;
  if (balanceCents === undefined)
    return <Skeleton h={66} role="status" aria-label="Loading the balance" />;
  const after = previewOf(props.draft, balanceCents);
  return (
    <dl className={classes["preview"]} aria-live="polite">
      <div>
        <dt>Current balance</dt>
        <dd>
          <Money amountCents={balanceCents} />
        </dd>
      </div>
      <div>
        <dt>Resulting balance</dt>
        <dd data-short={after !== null && after < 0}>
          {after === null ? "–" : <Money amountCents={after} />}
          {after !== null && after < 0 ? (
            <span className={classes["short"]}>not enough</span>
          ) : null}
        </dd>
      </div>
    </dl>
  );
}

function KindField(props: {
  value: AdjustmentKind | null;
  error: string | null;
  onChange: (kind: AdjustmentKind) => void;
  inputRef: (input: HTMLInputElement | null) => void;
}) {
  return (
    <Radio.Group
      label="Type"
      required
      value={props.value}
      error={props.error}
      onChange={(value) => {
        const kind = adjustmentKinds.find((known) => known === value);
        if (kind) props.onChange(kind);
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={6} mb={props.error ? 6 : 0}>
        {adjustmentKinds.map((kind, place) => (
          <Radio
            key={kind}
            value={kind}
            {...(place === 0 ? { ref: props.inputRef } : {})}
            label={kindLabels[kind].label}
            description={kindLabels[kind].description}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

function LegNumberField(props: { value: string; onChange: (leg: string) => void }) {
  return (
    <Select
      label="Leg number (optional)"
      placeholder="None"
      clearable
      data={Array.from({ length: maxLegsPerPackage }, (_, place) => ({
        value: String(place + 1),
        label: `Leg ${place + 1}`,
      }))}
      value={props.value || null}
      onChange={(leg) => props.onChange(leg ?? "")}
    />
  );
}

/** The draft, what is wrong with it, and the sending of it. */
function useWalletForm(props: WalletFormProps) {
  const { errand, balanceCents } = props;
  const { send, isSending, proofDialog } = useAdjusting(errand);
  const [draft, setDraft] = useState<Draft>({
    kind: errand.fee ? "deduction" : null,
    amount: "",
    reason: errand.fee?.reason ?? "",
    leg: errand.fee ? String(errand.fee.legNumber) : "",
  });
  const [refused, setRefused] = useState<AdjustmentRefusal | null>(null);
  const inputs = useRef(new Map<AdjustmentField, HTMLElement | null>());
  const refuse = (refusal: AdjustmentRefusal) => {
    setRefused(refusal);
    showToast({ ...refusal.toast, kind: "destructive" });
    inputs.current.get(refusal.field)?.focus();
  };
  const submit = async () => {
    if (isSending) return;
    const refusal = refusalOf(draft, balanceCents ?? null);
    if (refusal) refuse(refusal);
    if (refusal || draft.kind === null) return;
    props.onBusy(true);
    try {
      props.onAdjusted(await send({ ...draft, kind: draft.kind }));
    } catch (error) {
      if (isProofMissing(error)) inputs.current.get("amount")?.focus();
      else refuse(refusalByServer(error));
    } finally {
      props.onBusy(false);
    }
  };
  return {
    draft,
    submit,
    isSending,
    proofDialog,
    change: (part: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...part }));
      setRefused(null);
    },
    errorOf: (field: AdjustmentField) =>
      refused?.field === field ? (refused.toast.description ?? refused.toast.title) : null,
    inputRef: (field: AdjustmentField) => (input: HTMLElement | null) => {
      inputs.current.set(field, input);
    },
  };
}

type WalletFormProps = {
  errand: WalletErrand;
  balanceCents: number | undefined;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onAdjusted: (adjusted: Adjusted) => void;
};

/** The form; what was typed stays on every failure, and the first wrong field gets the focus. */
export function WalletForm(props: WalletFormProps) {
  const { errand, balanceCents } = props;
  const { draft, submit, isSending, change, errorOf, inputRef, ...form } = useWalletForm(props);
  return (
    <>
      <Form label="Adjust wallet" onSubmit={submit}>
        <Text size="sm" c="dimmed">
          Wallet of{" "}
          <Text span inherit fw={600} c="var(--mantine-color-text)">
            {errand.customer.email}
          </Text>
        </Text>
        <KindField
          value={draft.kind}
          error={errorOf("kind")}
          onChange={(kind) => change({ kind })}
          inputRef={inputRef("kind")}
        />
        <SimpleGrid cols={{ base: 1, xs: draft.kind === "deduction" ? 2 : 1 }} spacing="sm">
          <TextInput
            ref={inputRef("amount")}
            label="Amount (USD)"
            required
            {...(errand.fee ? { "data-autofocus": true } : {})}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            maxLength={20}
            leftSection={<span aria-hidden="true">$</span>}
            value={draft.amount}
            error={errorOf("amount")}
            onChange={(event) => change({ amount: event.currentTarget.value })}
          />
          {draft.kind === "deduction" ? (
            <LegNumberField value={draft.leg} onChange={(leg) => change({ leg })} />
          ) : null}
        </SimpleGrid>
        <Textarea
          ref={inputRef("reason")}
          label="Reason"
          description="The customer sees it in the wallet's history."
          required
          rows={2}
          maxLength={500}
          value={draft.reason}
          error={errorOf("reason")}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Preview draft={draft} balanceCents={balanceCents} />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" disabled={isSending} onClick={props.onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            {submitLabel(draft.kind)}
          </Button>
        </Group>
      </Form>
      {form.proofDialog}
    </>
  );
}
