import { Alert, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { looksMistyped } from "#catalogue/rules/tracking-number.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { openLabel } from "#shipping/web/print-box.ts";
import type { LabelAction } from "./use-make-label.ts";
import { t } from "#ui/web/i18n/messages.tsx";

type Typing = Extract<LabelAction, { kind: "type_number" }>;

const schema = z.object({
  trackingNumber: requiredText(() => t("shipping-labels.numberMissing")),
});

function TypeNumberForm({ action, onDone }: { action: Typing; onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { item, isOut } = action;
  const form = useAppForm({
    schema,
    initialValues: { trackingNumber: "" },
    draft: { name: `label-number:${item.shipRequestId}` },
    startAt: "trackingNumber",
    fieldOf: { number_used: "trackingNumber", invalid_tracking_number: "trackingNumber" },
    onSubmit: async ({ trackingNumber }, { showToast }) => {
      const { shipRequestId } = item;
      const { label } = await client.labels.makeLabel({ shipRequestId, trackingNumber });
      refetch();
      showToast({
        title: t("shipping-labels.made"),
        description: t("shipping-labels.madeHint", { number: label?.trackingNumber ?? "" }),
        kind: "success",
      });
      if (label !== null) openLabel(label.id);
      onDone();
    },
  });
  const isSuspicious = looksMistyped(form.values.trackingNumber);
  return (
    <DialogForm
      form={form}
      label={t("shipping-labels.typeTitle")}
      submitLabel={t("shipping-labels.make")}
      onCancel={onDone}
      intro={
        isOut ? (
          <Alert color="yellow" role="alert">
            {t("shipping-labels.out")}
          </Alert>
        ) : null
      }
    >
      <Text size="sm">
        {t("shipping-labels.typeHint", { reference: item.reference, service: item.serviceName })}
      </Text>
      <TextInput
        {...form.field("trackingNumber")}
        label={t("shipping-labels.number")}
        {...(isSuspicious ? { description: t("shipping-labels.mistyped") } : {})}
        withAsterisk
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
      />
    </DialogForm>
  );
}

/** Makes a label with a number that somebody types. */
export function TypeNumberDialog(props: { action: Typing | null; onClose: () => void }) {
  const { action } = props;
  return (
    <Dialog
      isOpen={action !== null}
      onClose={props.onClose}
      title={t("shipping-labels.typeTitle")}
      size="md"
    >
      {action === null ? null : <TypeNumberForm action={action} onDone={props.onClose} />}
    </Dialog>
  );
}
