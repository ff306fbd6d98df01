import { Button, Group, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toasts } from "#contract/messages.ts";
import { errorCatalogue } from "#contract/errors.ts";
import type { Hold } from "#contract/wallet.ts";
import { isTransactionAmount } from "#core/ledger.ts";
import { decimalText, parseAmountCents } from "#core/money.ts";
import { maxLegsPerPackage } from "#core/shipping-leg.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { isReauthenticationRequired, useReauthentication } from "#web/auth/reauthentication.tsx";
import { FocusedAlert } from "#web/ui/focused-alert.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { useIdempotencyKey } from "#web/ui/idempotency-key.ts";
import { Select } from "#web/ui/select.tsx";
import { useTextFields } from "#web/ui/text-fields.ts";

/** A fee is held, or a hold is settled at its final amount, or released. */
export type HoldMode =
  | {
      readonly kind: "hold";
      readonly userId: string;
      /** The customer's packages, one of which the fee can be for. */
      readonly packages: readonly { readonly id: string; readonly trackingNumber: string }[];
    }
  | { readonly kind: "settle" | "release"; readonly hold: Hold };

const words = {
  hold: { submit: "Hold fee", intro: "Sets a quoted fee aside. The customer sees it as on hold." },
  settle: {
    submit: "Settle",
    intro: "Debits the fee. A difference to the held amount becomes a separate transaction.",
  },
  release: { submit: "Release", intro: "Returns the amount to the balance; nothing is debited." },
} as const satisfies Record<HoldMode["kind"], { submit: string; intro: string }>;

type Draft = { amount: string; reason: string; leg: string | null; packageId: string | null };

/** The idempotency key of a new hold stays the same until the server has answered. */
function useHoldActions(mode: HoldMode) {
  const api = useApi();
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const holding = useMutation(api.wallet.holdShippingFee.mutationOptions());
  const settling = useMutation(api.wallet.settleHold.mutationOptions());
  const releasing = useMutation(api.wallet.releaseHold.mutationOptions());
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const run = async ({ amount, reason, leg, packageId }: Draft) => {
    if (mode.kind === "hold") {
      return await holding.mutateAsync({
        userId: mode.userId,
        amount,
        reason,
        ...(leg === null ? {} : { legNumber: Number(leg) }),
        ...(packageId === null ? {} : { packageId }),
        idempotencyKey: idempotencyKey.read(),
      });
    }
    const holdId = mode.hold.id;
    return mode.kind === "settle"
      ? await settling.mutateAsync({ holdId, amount, reason })
      : await releasing.mutateAsync({ holdId, reason });
  };
  const send = async (draft: Draft) => {
    try {
      return await withReauthentication(() => run(draft));
    } catch (error) {
      if (apiErrorCode(error) !== null) idempotencyKey.renew();
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: api.wallet.readUserWallet.key() });
      void queryClient.invalidateQueries({ queryKey: api.users.listUsers.key() });
    }
  };
  return { send, reauthenticationDialog };
}

/** The message of each wrong field. */
function draftErrors(kind: HoldMode["kind"], { amount, reason }: Draft) {
  const isAmountMissing = kind !== "release" && amount === "";
  const reading = parseAmountCents(amount);
  const isAmountWrong =
    kind !== "release" && !(reading.ok && isTransactionAmount(reading.amountCents));
  return {
    ...(isAmountMissing ? { amount: errorCatalogue.missing_information.message } : {}),
    ...(isAmountWrong && !isAmountMissing
      ? { amount: errorCatalogue.invalid_adjustment_amount.message }
      : {}),
    ...(kind !== "settle" && reason === ""
      ? { reason: errorCatalogue.missing_information.message }
      : {}),
  };
}

/** The package and the leg that the fee is for, both optional. */
function SubjectFields(props: {
  packages: Extract<HoldMode, { kind: "hold" }>["packages"];
  packageId: string | null;
  onPackage: (packageId: string | null) => void;
  leg: string | null;
  onLeg: (leg: string | null) => void;
}) {
  return (
    <Group grow align="flex-start">
      <Select
        label="Package (optional)"
        placeholder="None"
        clearable
        searchable
        nothingFoundMessage="No such package"
        data={props.packages.map(({ id, trackingNumber }) => ({
          value: id,
          label: trackingNumber,
        }))}
        value={props.packageId}
        onChange={props.onPackage}
      />
      <Select
        label="Leg number (optional)"
        placeholder="None"
        clearable
        data={Array.from({ length: maxLegsPerPackage }, (_, place) => ({
          value: String(place + 1),
          label: `Leg ${place + 1}`,
        }))}
        value={props.leg}
        onChange={props.onLeg}
      />
    </Group>
  );
}

/** The input stays on every failure. `onDone` is called after success. */
export function HoldForm(props: { mode: HoldMode; onDone: () => void; onCancel: () => void }) {
  const { mode } = props;
  const { kind } = mode;
  const fields = useTextFields(
    {
      amount: kind === "settle" ? decimalText(mode.hold.amountCents) : "",
      reason: "",
    },
    kind === "release" ? "reason" : "amount",
  );
  const [leg, setLeg] = useState<string | null>(null);
  const [packageId, setPackageId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { send, reauthenticationDialog } = useHoldActions(mode);
  const submit = async () => {
    const { amount, reason } = fields.values;
    const draft = { amount: amount.trim(), reason: reason.trim(), leg, packageId };
    setFailure(null);
    if (fields.reject(draftErrors(kind, draft))) return;
    setSending(true);
    try {
      await send(draft);
      props.onDone();
    } catch (error) {
      if (isReauthenticationRequired(error)) fields.focus(kind === "release" ? "reason" : "amount");
      else setFailure(apiErrorMessage(error, toasts.walletNotUpdated.description));
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Form label={words[kind].submit} onSubmit={submit}>
        <Text size="sm" c="dimmed">
          {words[kind].intro}
        </Text>
        {failure === null ? null : <FocusedAlert message={failure} />}
        {kind === "release" ? null : (
          <TextInput
            {...fields.field("amount")}
            label={kind === "settle" ? "Final amount (USD)" : "Amount (USD)"}
            required
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            maxLength={20}
            leftSection={<span aria-hidden="true">$</span>}
          />
        )}
        {mode.kind === "hold" ? (
          <SubjectFields
            packages={mode.packages}
            packageId={packageId}
            onPackage={setPackageId}
            leg={leg}
            onLeg={setLeg}
          />
        ) : null}
        <TextInput
          {...fields.field("reason")}
          label={kind === "settle" ? "Reason of a difference (optional)" : "Reason"}
          required={kind !== "settle"}
          maxLength={500}
        />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" disabled={isSending} onClick={props.onCancel}>
            Back
          </Button>
          <Button type="submit" loading={isSending}>
            {words[kind].submit}
          </Button>
        </Group>
      </Form>
      {reauthenticationDialog}
    </>
  );
}
