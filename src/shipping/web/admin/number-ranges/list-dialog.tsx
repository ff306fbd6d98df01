import { List, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { ImportedNumberList } from "#shipping/contract/number-ranges.ts";
import { useRefetch } from "#ui/web/action.ts";
import { TextFileField } from "#ui/web/admin/text-file-field.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormAlert, DialogForm } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { useServiceOptions } from "./use-service-options.ts";
import { t } from "#ui/web/i18n/messages.tsx";

type Errors = ImportedNumberList["errors"];

const schema = z.object({
  serviceCode: requiredText(() => t("number-ranges.serviceMissing")),
  numbers: requiredText(() => t("number-ranges.listMissing")),
  source: requiredText(() => t("number-ranges.sourceMissing")),
  /** Of a file whose numbers are too many for a draft. */
  fileName: z.string(),
});

function WrongLines({ errors }: { errors: Errors }) {
  if (errors.length === 0) return null;
  return (
    <FormAlert
      message={
        <>
          <span>{t("number-ranges.nothingImported")}</span>
          <List size="sm" mt="xs">
            {errors.map(({ line, kind, value }) => (
              <List.Item key={`${line} ${kind}`}>
                {t(`number-ranges.row.${kind}`, { line, value })}
              </List.Item>
            ))}
          </List>
        </>
      }
    />
  );
}

function useListForm(onErrors: (errors: Errors) => void, onDone: () => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  return useAppForm({
    schema,
    initialValues: { serviceCode: "hk-post-air", numbers: "", source: "", fileName: "" },
    startAt: "numbers",
    draft: { name: "number-list" },
    fieldOf: { service_not_found: "serviceCode" },
    onSubmit: async ({ fileName: _fileName, ...list }, { showToast, keepDraft }) => {
      const { range, errors } = await client.numberRanges.importNumbers(list);
      onErrors(errors);
      if (range === null) return keepDraft();
      refetch();
      showToast({
        title: t("number-ranges.imported"),
        description: t("number-ranges.importedHint", { count: range.total }),
        kind: "success",
      });
      onDone();
    },
  });
}

function ListForm({ onDone }: { onDone: () => void }) {
  const [errors, setErrors] = useState<Errors>([]);
  const form = useListForm(setErrors, onDone);
  const services = useServiceOptions();
  return (
    <DialogForm
      form={form}
      label={t("number-ranges.importTitle")}
      submitLabel={t("number-ranges.import")}
      onCancel={onDone}
    >
      <WrongLines errors={errors} />
      <Text size="sm">{t("number-ranges.importHint")}</Text>
      <Select
        {...form.field("serviceCode")}
        label={t("number-ranges.service")}
        data={services}
        allowDeselect={false}
        withAsterisk
      />
      <TextFileField
        form={form}
        name="numbers"
        label={t("number-ranges.list")}
        buttonLabel={t("number-ranges.chooseFile")}
        onRead={() => setErrors([])}
      />
      <TextInput
        {...form.field("source")}
        label={t("number-ranges.source")}
        description={t("number-ranges.sourceHint")}
        withAsterisk
        maxLength={200}
        autoComplete="off"
      />
    </DialogForm>
  );
}

/** Imports a list of numbers. */
export function ListDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("number-ranges.importTitle")}
      size="lg"
    >
      {props.isOpen ? <ListForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
