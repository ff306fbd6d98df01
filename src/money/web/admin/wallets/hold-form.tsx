import { Group, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { Hold } from "#money/contract/wallet.ts";
import { decimalText } from "#platform/rules/money.ts";
import { maxLegsPerPackage } from "#catalogue/rules/shipping-service.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#money/web/api.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { DialogForm, FormError } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { AmountInput } from "./amount-input.tsx";
import { requiredAmount, requiredReason } from "./wallet-adjustment.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** A fee is held, or a hold is settled at its final amount, or released. */
export type HoldMode =
  | {
      readonly kind: "hold";
      readonly userId: string;
      /** The customer's packages, one of which the fee can be for. */
      readonly packages: readonly { readonly id: string; readonly trackingNumber: string }[];
    }
  | { readonly kind: "settle" | "release"; readonly hold: Hold };

const texts = { amount: z.string(), reason: z.string(), leg: z.string(), packageId: z.string() };
const schemas = {
  hold: z.object({ ...texts, amount: requiredAmount, reason: requiredReason }),
  settle: z.object({ ...texts, amount: requiredAmount, reason: z.string().check(z.trim()) }),
  release: z.object({ ...texts, reason: requiredReason }),
};

type Draft = z.output<(typeof schemas)["hold"]>;
type Fields = AppForm<keyof Draft>;

function useHoldActions(mode: HoldMode) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  const run = async ({ amount, reason, leg, packageId }: Draft, idempotencyKey: string) => {
    if (mode.kind === "hold") {
      return await client.wallet.holdShippingFee({
        userId: mode.userId,
        amount,
        reason,
        ...(leg === "" ? {} : { legNumber: Number(leg) }),
        ...(packageId === "" ? {} : { packageId }),
        idempotencyKey,
      });
    }
    const holdId = mode.hold.id;
    return mode.kind === "settle"
      ? await client.wallet.settleHold({ holdId, amount, reason })
      : await client.wallet.releaseHold({ holdId, reason });
  };
  const send = async (draft: Draft, idempotencyKey: string) => {
    try {
      return await withReauthentication(() => run(draft, idempotencyKey));
    } finally {
      refetch();
    }
  };
  return { send, reauthenticationDialog };
}

/** The package and the leg that the fee is for, both optional. */
function SubjectFields(props: {
  form: Fields;
  packages: Extract<HoldMode, { kind: "hold" }>["packages"];
}) {
  return (
    <Group grow align="flex-start">
      <Select
        {...props.form.select("packageId")}
        label={t("admin-wallets.packageField")}
        placeholder={t("common.none")}
        clearable
        searchable
        nothingFoundMessage={t("admin-wallets.noMatchingPackage")}
        data={props.packages.map(({ id, trackingNumber }) => ({
          value: id,
          label: trackingNumber,
        }))}
      />
      <Select
        {...props.form.select("leg")}
        label={t("admin-wallets.legNumber")}
        placeholder={t("common.none")}
        clearable
        data={Array.from({ length: maxLegsPerPackage }, (_, place) => ({
          value: String(place + 1),
          label: t("admin-wallets.leg", { number: place + 1 }),
        }))}
      />
    </Group>
  );
}

/** The input stays on every failure. `onDone` is called after success. */
export function HoldForm(props: { mode: HoldMode; onDone: () => void; onCancel: () => void }) {
  const { mode } = props;
  const { kind } = mode;
  const { send, reauthenticationDialog } = useHoldActions(mode);
  const form = useAppForm({
    schema: schemas[kind],
    initialValues: {
      amount: kind === "settle" ? decimalText(mode.hold.amountCents) : "",
      reason: "",
      leg: "",
      packageId: "",
    },
    startAt: kind === "release" ? "reason" : "amount",
    draft: { name: mode.kind === "hold" ? `hold:${mode.userId}` : `${kind}:${mode.hold.id}` },
    onSubmit: async (draft, { readRequestKey }) => {
      await send(draft, readRequestKey());
      props.onDone();
    },
  });
  return (
    <>
      <DialogForm
        form={form}
        label={t(`admin-wallets.submit.${kind}`)}
        submitLabel={t(`admin-wallets.submit.${kind}`)}
        onCancel={props.onCancel}
        cancelLabel={t("admin-wallets.back")}
        fallback={null}
      >
        <Text size="sm" c="dimmed">
          {t(`admin-wallets.intro.${kind}`)}
        </Text>
        <FormError form={form} fallback={t("toasts.walletNotUpdated.description")} />
        {kind === "release" ? null : (
          <AmountInput
            field={form.field("amount")}
            label={kind === "settle" ? t("admin-wallets.finalAmount") : t("admin-wallets.amount")}
          />
        )}
        {mode.kind === "hold" ? <SubjectFields form={form} packages={mode.packages} /> : null}
        <TextInput
          {...form.field("reason")}
          label={kind === "settle" ? t("admin-wallets.reasonForDifference") : t("common.reason")}
          required={kind !== "settle"}
          maxLength={500}
        />
      </DialogForm>
      {reauthenticationDialog}
    </>
  );
}
