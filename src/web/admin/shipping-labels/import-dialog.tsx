import { Button, Group, List, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { ImportedLabelNumbers } from "#contract/shipping-labels.ts";
import { labelNumbersExample } from "#core/label-file.ts";
import { useApi, useApiClient } from "#web/api-of/shipping.ts";
import { TextFileField } from "#web/admin/text-file-field.tsx";
import { useAppForm } from "#web/ui/app-form.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { requiredText } from "#web/ui/field-rules.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { t } from "./messages.ts";

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
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
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
      void queryClient.invalidateQueries({ queryKey: api.labels.key() });
      showToast({
        title: t("shipping-labels.imported"),
        description: t("shipping-labels.importedHint", { count: imported.labelsCount }),
        kind: "success",
      });
      onDone();
    },
  });
  return (
    <Form form={form} label={t("shipping-labels.importTitle")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
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
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={form.isSubmitting} onClick={onDone}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" loading={form.isSubmitting}>
          {t("shipping-labels.importAction")}
        </Button>
      </Group>
    </Form>
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
