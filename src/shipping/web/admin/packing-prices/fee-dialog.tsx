import { Text } from "@mantine/core";
import * as z from "zod/mini";
import { decimalText, parseAmountCents } from "#platform/rules/money.ts";
import { AmountInput } from "#money/web/admin/wallets/amount-input.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { SwitchField } from "./shared-fields.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const maximumCents = 100_000;

/** The fee counts only while it is charged. */
const schema = z.pipe(
  z.object({ isCharged: z.string(), fee: z.string() }),
  z.transform(({ isCharged, fee }, context): number | null => {
    if (isCharged === "") return null;
    const reading = parseAmountCents(fee.trim());
    const cents = reading.ok ? reading.amountCents : 0;
    if (cents >= 1 && cents <= maximumCents) return cents;
    context.issues.push({
      code: "custom",
      message: t("packing-prices.feeInvalid"),
      input: fee,
      path: ["fee"],
    });
    return z.NEVER;
  }),
);

function FeeForm(props: { feeCents: number | null; onDone: () => void }) {
  const { feeCents, onDone } = props;
  const client = useApiClient();
  const refresh = useRefetch();
  const form = useAppForm({
    schema,
    initialValues: {
      isCharged: feeCents === null ? "" : "on",
      fee: feeCents === null ? "" : decimalText(feeCents),
    },
    startAt: "fee",
    draft: { name: "over-weight-fee" },
    onSubmit: async (entered, { showToast }) => {
      await client.boxes.setOverWeightFee({ feeCents: entered, expectedVersion: feeCents });
      refresh();
      showToast({ title: t("packing-prices.saved"), kind: "success" });
      onDone();
    },
    onError: refresh,
  });
  return (
    <DialogForm
      form={form}
      label={t("packing-prices.overWeight")}
      submitLabel={t("packing-prices.save")}
      onCancel={onDone}
      intro={<Text size="sm">{t("packing-prices.overWeightText")}</Text>}
    >
      <SwitchField form={form} name="isCharged" label={t("packing-prices.feeIsCharged")} />
      {form.values.isCharged === "" ? null : (
        <AmountInput field={form.field("fee")} label={t("packing-prices.fee")} />
      )}
    </DialogForm>
  );
}

/** What each started 500 g above a plan's weight costs, or that such a box is not sent. */
export function FeeDialog(props: {
  isOpen: boolean;
  feeCents: number | null;
  onClose: () => void;
}) {
  const { feeCents, isOpen, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("packing-prices.overWeight")} size="md">
      {isOpen ? <FeeForm key={feeCents} feeCents={feeCents} onDone={onClose} /> : null}
    </Dialog>
  );
}
