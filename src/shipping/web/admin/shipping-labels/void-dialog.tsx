import { Text, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({ reason: requiredText(() => t("shipping-labels.reasonMissing")) });

function VoidForm(props: { item: PackageToLabel; labelId: string; onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { item, labelId, onDone } = props;
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    draft: { name: `void-label:${labelId}` },
    startAt: "reason",
    onSubmit: async ({ reason }, { showToast }) => {
      await client.labels.voidLabel({ labelId, reason });
      refetch();
      showToast({
        title: t("shipping-labels.voided"),
        description: item.reference,
        kind: "success",
      });
      onDone();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("shipping-labels.voidTitle")}
      submitLabel={t("shipping-labels.voidAction")}
      color="red"
      onCancel={onDone}
    >
      <Text size="sm">
        {t("shipping-labels.voidHint", {
          reference: item.reference,
          number: item.label?.trackingNumber ?? "",
        })}
      </Text>
      <Textarea
        {...form.field("reason")}
        label={t("common.reason")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
      />
    </DialogForm>
  );
}

/** Makes a label void, with the reason. */
export function VoidDialog(props: { item: PackageToLabel | null; onClose: () => void }) {
  const { item } = props;
  const labelId = item?.label?.id;
  return (
    <Dialog
      isOpen={item !== null}
      onClose={props.onClose}
      title={t("shipping-labels.voidTitle")}
      size="md"
    >
      {item === null || labelId === undefined ? null : (
        <VoidForm item={item} labelId={labelId} onDone={props.onClose} />
      )}
    </Dialog>
  );
}
