import { Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { isAnythingFound, type FoundGoods } from "#goods/rules/found-goods.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useRefetched } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { FoundField, takenOffBy, takenOffField } from "./found-field.tsx";

type FoundInParcel = { readonly inboundParcelId: string; readonly found: FoundGoods };

const schema = z.object({
  [takenOffField]: z.string(),
  reason: requiredText(() => t("correct-found.reasonMissing")),
});

function FoundForm(props: { parcel: FoundInParcel; onClose: () => void }) {
  const { inboundParcelId, found } = props.parcel;
  const client = useApiClient();
  const refetched = useRefetched();
  const form = useAppForm({
    schema,
    initialValues: { [takenOffField]: "", reason: "" },
    startAt: "reason",
    draft: { name: `correct-found:${inboundParcelId}` },
    onSubmit: async (texts, { showToast, removeDraft }) => {
      const takenOff = takenOffBy(texts, found);
      if (isAnythingFound(takenOff)) {
        const { reason } = texts;
        await client.goods.correctItems({ inboundParcelId, corrections: [], takenOff, reason });
        showToast({ title: t("correct-found.saved"), kind: "success" });
      }
      removeDraft();
      await refetched();
      props.onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("correct-found.title")}
      intro={<Text size="sm">{t("correct-found.text")}</Text>}
      submitLabel={t("correct-found.save")}
      onCancel={props.onClose}
    >
      <FoundField
        found={found}
        takenOff={form.values[takenOffField]}
        onTakeOff={(words) => form.write({ [takenOffField]: words })}
      />
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("correct-found.reasonHint")}
        maxLength={500}
        autoComplete="off"
        withAsterisk
      />
    </DialogForm>
  );
}

/** Takes off what was found in a parcel by mistake, with a reason, also where no goods are stated. */
export function FoundGoodsDialog(props: { parcel: FoundInParcel | null; onClose: () => void }) {
  const { parcel, onClose } = props;
  return (
    <Dialog isOpen={parcel !== null} onClose={onClose} title={t("correct-found.title")}>
      {parcel === null ? null : <FoundForm parcel={parcel} onClose={onClose} />}
    </Dialog>
  );
}
