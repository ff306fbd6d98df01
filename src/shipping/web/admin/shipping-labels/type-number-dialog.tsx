import { Alert, FileInput, Text, TextInput } from "@mantine/core";
import FileText from "lucide-react/icons/file-text";
import { useState } from "react";
import * as z from "zod/mini";
import { looksMistyped } from "#catalogue/rules/tracking-number.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { carrierLabelLimits } from "#shipping/rules/shipping-label.ts";
import { openLabel } from "#shipping/web/print-box.ts";
import { saidOfLabel, type LabelAction } from "./use-make-label.ts";
import { t } from "#ui/web/i18n/messages.tsx";

type Typing = Extract<LabelAction, { kind: "type_number" }>;

const schema = z.object({
  trackingNumber: requiredText(() => t("shipping-labels.numberMissing")),
  /** The name of the carrier's PDF. */
  file: z.string(),
});

type Fields = AppForm<keyof z.input<typeof schema>>;

/** The label that the carrier drew, which is printed in place of ours. */
function CarrierFileField(props: {
  form: Pick<Fields, "field" | "write" | "reject">;
  file: File | null;
  isRequired: boolean;
  onChoose: (file: File | null) => void;
}) {
  const { form, file, isRequired, onChoose } = props;
  const { error, "data-path": path } = form.field("file");
  const choose = (chosen: File | null) => {
    const isTooLarge = chosen !== null && chosen.size > carrierLabelLimits.fileBytes;
    const taken = isTooLarge ? null : chosen;
    onChoose(taken);
    form.write({ file: taken?.name ?? "" });
    if (isTooLarge) form.reject({ file: t("shipping-labels.carrierFileTooLarge") });
  };
  return (
    <FileInput
      label={t("shipping-labels.carrierFile")}
      description={t("shipping-labels.carrierFileHint")}
      placeholder={t("shipping-labels.choosePdf")}
      accept="application/pdf,.pdf"
      leftSection={<FileText size={16} aria-hidden="true" />}
      clearable
      clearButtonProps={{ "aria-label": t("shipping-labels.removePdf") }}
      value={file}
      error={error}
      data-path={path}
      withAsterisk={isRequired}
      onChange={choose}
    />
  );
}

function TypeNumberForm({ action, onDone }: { action: Typing; onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { item, isOut } = action;
  const { shipRequestId } = item;
  const needsFile = item.unprintableFields.length > 0;
  const [file, setFile] = useState<File | null>(null);
  const form = useAppForm({
    schema,
    initialValues: { trackingNumber: "", file: "" },
    // No browser keeps a file.
    draft: { name: `label-number:${shipRequestId}`, without: ["file"] },
    startAt: "trackingNumber",
    fieldOf: {
      number_used: "trackingNumber",
      invalid_tracking_number: "trackingNumber",
      invalid_label_file: "file",
    },
    onSubmit: async ({ trackingNumber }, { showToast, keepDraft }) => {
      if (file === null && needsFile) {
        form.reject({ file: t("shipping-labels.carrierFileMissing") });
        return keepDraft();
      }
      const numbered = { shipRequestId, trackingNumber };
      try {
        const made =
          file === null
            ? await client.labels.makeLabel(numbered)
            : await client.labels.attachLabel({ ...numbered, file });
        showToast(saidOfLabel(made));
        // The number is still the carrier's once the customer has answered.
        if (made.label === null) keepDraft();
        else openLabel(made.label.id);
        onDone();
      } finally {
        // What was refused may wait for its customer by now.
        refetch();
      }
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
      <CarrierFileField form={form} file={file} isRequired={needsFile} onChoose={setFile} />
    </DialogForm>
  );
}

/** Makes a label with a number that somebody types, and with the PDF that the carrier made, if there is one. */
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
