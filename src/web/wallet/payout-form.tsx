import { Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorCatalogue } from "#contract/errors.ts";
import { decimalText, parseAmountCents } from "#core/money.ts";
import { checkPayoutAmount, leastPayoutCents } from "#core/payout.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { isReauthenticationRequired, type Reauthentication } from "#web/auth/reauthentication.tsx";
import { moneyText } from "#web/ui/figures.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { useIdempotencyKey } from "#web/ui/idempotency-key.ts";
import { showToast } from "#web/ui/toast.tsx";

type Field = "amount" | "details";
type Errors = Partial<Record<Field, string>>;

function limitsText(balanceCents: number): string {
  return `${moneyText(leastPayoutCents)} to ${moneyText(balanceCents)}`;
}

function validate(draft: Readonly<Record<Field, string>>, balanceCents: number): Errors {
  const reading = parseAmountCents(draft.amount);
  const isValid = reading.ok && checkPayoutAmount(reading.amountCents, balanceCents).ok;
  return {
    ...(isValid ? {} : { amount: `Please enter an amount from ${limitsText(balanceCents)}.` }),
    ...(draft.details.trim() === "" ? { details: "Please enter your bank details." } : {}),
  };
}

/** Sends the request; retries reuse the idempotency key until the server has answered. */
function useRequest(withReauthentication: Reauthentication["withReauthentication"]) {
  const api = useApi();
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const request = useMutation(api.wallet.requestPayout.mutationOptions());
  const send = async (draft: Readonly<Record<Field, string>>) => {
    try {
      const input = { ...draft, idempotencyKey: idempotencyKey.read() };
      await withReauthentication(() => request.mutateAsync(input));
      idempotencyKey.renew();
    } catch (error) {
      if (apiErrorCode(error) !== null) idempotencyKey.renew();
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.users.readAccountClosing.key() });
      void queryClient.invalidateQueries({ queryKey: api.wallet.readPayout.key() });
      void queryClient.invalidateQueries({ queryKey: api.wallet.key() });
    }
  };
  return { request, send };
}

const amountErrorCodes = ["invalid_payout_amount", "payout_above_balance"];

function usePayoutForm(props: PayoutFormProps) {
  const { balanceCents } = props;
  const { request, send } = useRequest(props.withReauthentication);
  const [draft, setDraft] = useState({ amount: decimalText(balanceCents) as string, details: "" });
  const [errors, setErrors] = useState<Errors>({});
  const inputs = useRef(new Map<Field, HTMLElement | null>());
  const showErrors = (found: Errors) => {
    setErrors(found);
    const [first] = (["amount", "details"] as const).filter((field) => found[field] !== undefined);
    if (first !== undefined) inputs.current.get(first)?.focus();
    return first !== undefined;
  };
  const submit = async () => {
    request.reset();
    if (showErrors(validate(draft, balanceCents))) return;
    try {
      await send({ amount: draft.amount.trim(), details: draft.details });
      showToast({ title: "Payout requested", kind: "success" });
      props.onRequested();
    } catch (error) {
      if (!amountErrorCodes.includes(apiErrorCode(error) ?? "")) return;
      showErrors({ amount: apiErrorMessage(error, errorCatalogue.invalid_payout_amount.message) });
    }
  };
  const isShownAtField =
    isReauthenticationRequired(request.error) ||
    amountErrorCodes.includes(apiErrorCode(request.error) ?? "");
  return {
    submit,
    isSending: request.isPending,
    failure: request.isError && !isShownAtField ? request.error : null,
    field: (name: Field) => ({
      ref: (input: HTMLElement | null) => void inputs.current.set(name, input),
      value: draft[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        setDraft((previous) => ({ ...previous, [name]: value }));
        setErrors((previous) => ({ ...previous, [name]: undefined }));
      },
    }),
  };
}

type PayoutFormProps = {
  /** The available balance, at least the minimum payout. */
  readonly balanceCents: number;
  readonly withReauthentication: Reauthentication["withReauthentication"];
  readonly onRequested: () => void;
  readonly onClose: () => void;
};

export function PayoutForm(props: PayoutFormProps) {
  const { submit, isSending, failure, field } = usePayoutForm(props);
  return (
    <Form label="Request payout" onSubmit={submit}>
      {failure ? (
        <FocusedAlert
          message={apiErrorMessage(
            failure,
            "Your payout could not be requested. Please check your connection and try again.",
          )}
        />
      ) : null}
      <TextInput
        {...field("amount")}
        label="Amount (USD)"
        description={`From ${limitsText(props.balanceCents)}, your available balance.`}
        required
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        leftSection={<span aria-hidden="true">$</span>}
      />
      <Textarea
        {...field("details")}
        label="Bank details"
        description="Bank name, account holder and account number. Stored encrypted and deleted once the payout is finished."
        required
        rows={3}
        maxLength={2000}
      />
      <Text size="sm" c="dimmed">
        The amount is reserved immediately. We send it by bank transfer and email you. You can
        withdraw the request until we start the transfer.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={isSending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSending}>
          Request payout
        </Button>
      </Group>
    </Form>
  );
}
