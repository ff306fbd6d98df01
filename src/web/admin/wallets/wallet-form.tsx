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
import type { ErrorCode } from "#contract/errors.ts";
import { adjustmentKinds, type AdjustmentKind } from "#core/ledger.ts";
import { maxLegsPerPackage } from "#core/shipping-leg.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { isReauthenticationRequired, useReauthentication } from "#web/auth/reauthentication.tsx";
import { Money } from "#web/ui/figures.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { useIdempotencyKey } from "#web/ui/idempotency-key.ts";
import { Select } from "#web/ui/select.tsx";
import { showToast } from "#web/ui/toast.tsx";
import {
  previewOf,
  errorOf,
  type Adjusted,
  type AdjustmentField,
  type AdjustmentError,
  type WalletMode,
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

const errorToast: Partial<Record<ErrorCode, ToastText>> = {
  missing_information: toasts.missingAdjustmentInformation,
  invalid_adjustment_amount: toasts.invalidAdjustmentAmount,
  insufficient_balance: toasts.insufficientBalance,
};

function serverError(error: unknown): AdjustmentError {
  const code = apiErrorCode(error);
  const toast = (code && errorToast[code]) ?? {
    title: toasts.walletNotUpdated.title,
    description: apiErrorMessage(error, toasts.walletNotUpdated.description),
  };
  return { toast, field: "amount" };
}

/** The idempotency key stays the same until the server has answered. */
function useAdjustWallet(mode: WalletMode) {
  const api = useApi();
  const queryClient = useQueryClient();
  const mutation = useMutation(api.wallet.adjustWallet.mutationOptions());
  const idempotencyKey = useIdempotencyKey();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const send = async (draft: Draft & { kind: AdjustmentKind }) => {
    const legNumber = draft.kind === "deduction" && draft.leg ? Number(draft.leg) : null;
    try {
      const adjustment = {
        userId: mode.customer.id,
        kind: draft.kind,
        amount: draft.amount.trim(),
        reason: draft.reason.trim(),
        ...(legNumber === null ? {} : { legNumber }),
        idempotencyKey: idempotencyKey.read(),
      };
      return await withReauthentication(() => mutation.mutateAsync(adjustment));
    } catch (error) {
      if (apiErrorCode(error) !== null) idempotencyKey.renew();
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.users.listUsers.key() });
      void queryClient.invalidateQueries({ queryKey: api.users.readUser.key() });
      void queryClient.invalidateQueries({ queryKey: api.wallet.readUserWallet.key() });
    }
  };
  return { send, isSending: mutation.isPending, reauthenticationDialog };
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

function useWalletForm(props: WalletFormProps) {
  const { mode, balanceCents } = props;
  const { send, isSending, reauthenticationDialog } = useAdjustWallet(mode);
  const [draft, setDraft] = useState<Draft>({
    kind: mode.fee ? "deduction" : null,
    amount: "",
    reason: mode.fee?.reason ?? "",
    leg: mode.fee ? String(mode.fee.legNumber) : "",
  });
  const [rejected, setRejected] = useState<AdjustmentError | null>(null);
  const inputs = useRef(new Map<AdjustmentField, HTMLElement | null>());
  const reject = (error: AdjustmentError) => {
    setRejected(error);
    showToast({ ...error.toast, kind: "destructive" });
    inputs.current.get(error.field)?.focus();
  };
  const submit = async () => {
    if (isSending) return;
    const draftError = errorOf(draft, balanceCents ?? null);
    if (draftError) reject(draftError);
    if (draftError || draft.kind === null) return;
    props.onBusy(true);
    try {
      props.onAdjusted(await send({ ...draft, kind: draft.kind }));
    } catch (error) {
      if (isReauthenticationRequired(error)) inputs.current.get("amount")?.focus();
      else reject(serverError(error));
    } finally {
      props.onBusy(false);
    }
  };
  return {
    draft,
    submit,
    isSending,
    reauthenticationDialog,
    change: (part: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...part }));
      setRejected(null);
    },
    errorOf: (field: AdjustmentField) =>
      rejected?.field === field ? (rejected.toast.description ?? rejected.toast.title) : null,
    inputRef: (field: AdjustmentField) => (input: HTMLElement | null) => {
      inputs.current.set(field, input);
    },
  };
}

type WalletFormProps = {
  mode: WalletMode;
  balanceCents: number | undefined;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onAdjusted: (adjusted: Adjusted) => void;
};

/** The input stays on every failure, and the first wrong field gets the focus. */
export function WalletForm(props: WalletFormProps) {
  const { mode, balanceCents } = props;
  const { draft, submit, isSending, change, errorOf, inputRef, ...form } = useWalletForm(props);
  return (
    <>
      <Form label="Adjust wallet" onSubmit={submit}>
        <Text size="sm" c="dimmed">
          Wallet of{" "}
          <Text span inherit fw={600} c="var(--mantine-color-text)">
            {mode.customer.email}
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
            {...(mode.fee ? { "data-autofocus": true } : {})}
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
      {form.reauthenticationDialog}
    </>
  );
}
