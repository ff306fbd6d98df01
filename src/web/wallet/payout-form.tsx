/** The form in which a customer asks for money of the wallet: how much, and where it is to go. */
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
import { Form } from "#web/ui/form.tsx";
import { useIdempotencyKey } from "#web/ui/idempotency-key.ts";
import { showToast } from "#web/ui/toast.tsx";

type Field = "amount" | "details";
type Errors = Partial<Record<Field, string>>;

function limitsText(balanceCents: number): string {
  return `${moneyText(leastPayoutCents)} to ${moneyText(balanceCents)}`;
}

function errorsIn(draft: Readonly<Record<Field, string>>, balanceCents: number): Errors {
  const reading = parseAmountCents(draft.amount);
  const isTaken = reading.ok && checkPayoutAmount(reading.amountCents, balanceCents).ok;
  return {
    ...(isTaken ? {} : { amount: `Please enter an amount from ${limitsText(balanceCents)}.` }),
    ...(draft.details.trim() === "" ? { details: "Please tell us where the money is to go." } : {}),
  };
}

/** Sends the request under a key that stays the same until the server has answered. */
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

const amountProblems = ["invalid_payout_amount", "payout_above_balance"];

/** What was typed stays on every failure, and the first wrong field gets the keyboard. */
function usePayoutForm(props: PayoutFormProps) {
  const { balanceCents } = props;
  const { request, send } = useRequest(props.withReauthentication);
  const [draft, setDraft] = useState({ amount: decimalText(balanceCents) as string, details: "" });
  const [errors, setErrors] = useState<Errors>({});
  const inputs = useRef(new Map<Field, HTMLElement | null>());
  const reject = (found: Errors) => {
    setErrors(found);
    const [first] = (["amount", "details"] as const).filter((field) => found[field] !== undefined);
    if (first !== undefined) inputs.current.get(first)?.focus();
    return first !== undefined;
  };
  const submit = async () => {
    request.reset();
    if (reject(errorsIn(draft, balanceCents))) return;
    try {
      await send({ amount: draft.amount.trim(), details: draft.details });
      showToast({ title: "Payout requested", kind: "success" });
      props.onRequested();
    } catch (error) {
      if (!amountProblems.includes(apiErrorCode(error) ?? "")) return;
      reject({ amount: apiErrorMessage(error, errorCatalogue.invalid_payout_amount.message) });
    }
  };
  const isShownAtField =
    isReauthenticationRequired(request.error) ||
    amountProblems.includes(apiErrorCode(request.error) ?? "");
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
        setDraft((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
  };
}

type PayoutFormProps = {
  /** What can be spent, of which at least the least payout. */
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
        description={`From ${limitsText(props.balanceCents)}, what you can spend now.`}
        required
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        leftSection={<span aria-hidden="true">$</span>}
      />
      <Textarea
        {...field("details")}
        label="Where is the money to go?"
        description="Your bank, the account's holder and number. They are stored encrypted and deleted once the payout has ended."
        required
        rows={3}
        maxLength={2000}
      />
      <Text size="sm" c="dimmed">
        The amount is set aside at once. Our staff send it by bank transfer and write to you; until
        they begin you can withdraw the request.
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
