import { List, Text } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { ImportedLabelNumbers } from "#shipping/contract/shipping-labels.ts";
import { labelNumbersExample } from "#shipping/rules/label-file.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { TextFileField } from "#ui/web/admin/text-file-field.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormAlert, DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type Errors = ImportedLabelNumbers["errors"];

const schema = z.object({
  csv: requiredText(() => t("shipping-labels.csvMissing")),
  /** Of a file that is too long for a draft. */
  fileName: z.string(),
});

/** Every wrong row of the file. */
function WrongRows({ errors }: { errors: Errors }) {
  if (errors.length === 0) return null;
  return (
    <FormAlert
      message={
        <>
          <span>{t("shipping-labels.nothingImported")}</span>
          <List size="sm" mt="xs">
            {errors.map(({ line, kind, value }) => (
              <List.Item key={`${line} ${kind}`}>
                {t(`shipping-labels.row.${kind}`, { line, value })}
              </List.Item>
            ))}
          </List>
        </>
      }
    />
  );
}

function ImportForm({ onDone }: { onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const [errors, setErrors] = useState<Errors>([]);
  const form = useAppForm({
    schema,
    initialValues: { csv: "", fileName: "" },
    startAt: "csv",
    draft: { name: "label-numbers" },
    onSubmit: async ({ csv }, { showToast, keepDraft }) => {
      const imported = await client.labels.importLabelNumbers({ csv });
      setErrors(imported.errors);
      if (imported.errors.length > 0) return keepDraft();
      refetch();
      showToast({
        title: t("shipping-labels.imported"),
        description: t("shipping-labels.importedHint", { count: imported.labelsCount }),
        kind: "success",
      });
      onDone();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("shipping-labels.importTitle")}
      submitLabel={t("shipping-labels.importAction")}
      onCancel={onDone}
    >
      <WrongRows errors={errors} />
      <Text size="sm">{t("shipping-labels.importHint")}</Text>
      <TextFileField
        form={form}
        name="csv"
        label={t("shipping-labels.csv")}
        placeholder={labelNumbersExample}
        buttonLabel={t("shipping-labels.chooseFile")}
        onRead={() => setErrors([])}
      />
    </DialogForm>
  );
}

/** Reads the numbers that a carrier gave, and makes the labels. */
export function ImportDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("shipping-labels.importTitle")}
      size="lg"
    >
      {props.isOpen ? <ImportForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
