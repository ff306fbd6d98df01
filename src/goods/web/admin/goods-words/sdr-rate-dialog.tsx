import { Stack, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { isSdrRate, sdrRateBounds } from "#goods/rules/customs-values.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({
  usdPerSdr: checkedText((text) =>
    isSdrRate(text) ? null : t("admin-goods-words.sdrRateWrong", sdrRateBounds),
  ),
  source: requiredText(() => t("admin-goods-words.sourceMissing")),
  sourceDay: requiredText(() => t("admin-goods-words.sourceDayMissing")),
});

function SdrRateForm({ onDone }: { onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema,
    initialValues: { usdPerSdr: "", source: "IMF", sourceDay: "" },
    startAt: "usdPerSdr",
    draft: { name: "sdr-rate" },
    onSubmit: async (typed, { showToast }) => {
      await client.goods.setSdrRate(typed);
      refetch();
      showToast({ title: t("admin-goods-words.saved"), kind: "success" });
      onDone();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("admin-goods-words.setSdrRate")}
      submitLabel={t("admin-goods-words.save")}
      onCancel={onDone}
    >
      <Text size="sm">{t("admin-goods-words.sdrRateHint")}</Text>
      <Stack gap="md">
        <TextInput
          {...form.field("usdPerSdr")}
          label={t("admin-goods-words.usdPerSdr")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          required
        />
        <TextInput
          {...form.field("source")}
          label={t("admin-goods-words.source")}
          autoComplete="off"
          maxLength={200}
          required
        />
        <TextInput
          {...form.field("sourceDay")}
          type="date"
          label={t("admin-goods-words.sourceDay")}
          required
        />
      </Stack>
    </DialogForm>
  );
}

/** Enters by which rate posts choose between their forms, from today on. */
export function SdrRateDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("admin-goods-words.setSdrRate")}
      size="sm"
    >
      {props.isOpen ? <SdrRateForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
