import { Alert, List, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { ImportedGoodsList } from "#goods/contract/goods-lists.ts";
import { goodsListColumns, type GoodsListName } from "#goods/rules/list-import.ts";
import { useApiClient, type ApiClient } from "#goods/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { TextFileField } from "#ui/web/admin/text-file-field.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm, FormAlert } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const lists = Object.keys(goodsListColumns) as GoodsListName[];

const schema = z.object({
  list: z.enum(lists),
  csv: requiredText(() => t("admin-goods-words.csvMissing")),
  /** Of a file that is too long for a draft. */
  fileName: z.string(),
});

function importInto({ goods }: ApiClient, list: GoodsListName) {
  if (list === "words") return goods.importWords;
  return list === "stop_words" ? goods.importStopWords : goods.importHsCodes;
}

/** What a file would change, or what is wrong with it. */
function Preview({ preview }: { preview: ImportedGoodsList }) {
  const { errors, addedCount, changedCount, unchangedCount, changes } = preview;
  if (errors.length > 0) {
    return (
      <FormAlert
        message={
          <>
            <span>{t("admin-goods-words.nothingImported")}</span>
            <List size="sm" mt="xs">
              {errors.map(({ line, kind, value }) => (
                <List.Item key={`${line} ${kind}`}>
                  {t(`admin-goods-words.row.${kind}`, { line, value })}
                </List.Item>
              ))}
            </List>
          </>
        }
      />
    );
  }
  return (
    <Alert role="status" color="sea" title={t("admin-goods-words.preview")}>
      <Text size="sm">
        {t("admin-goods-words.counts", {
          added: addedCount,
          changed: changedCount,
          unchanged: unchangedCount,
        })}
      </Text>
      {changes.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {changes.join(" · ")}
        </Text>
      )}
    </Alert>
  );
}

function ImportForm({ onDone }: { onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const [preview, setPreview] = useState<ImportedGoodsList | null>(null);
  const isSeen = preview !== null && preview.errors.length === 0;
  const form = useAppForm({
    schema,
    initialValues: { list: "words", csv: "", fileName: "" },
    startAt: "csv",
    draft: { name: "goods-list" },
    onSubmit: async ({ list, csv }, { showToast, keepDraft }) => {
      const imported = await importInto(client, list)({ csv, mode: isSeen ? "import" : "preview" });
      if (!imported.isImported) {
        setPreview(imported);
        return keepDraft();
      }
      refetch();
      showToast({ title: t("admin-goods-words.imported"), kind: "success" });
      onDone();
    },
  });
  const list = lists.find((one) => one === form.values.list) ?? "words";
  return (
    <DialogForm
      form={form}
      label={t("admin-goods-words.importTitle")}
      submitLabel={t(isSeen ? "admin-goods-words.importAction" : "admin-goods-words.check")}
      onCancel={onDone}
    >
      <Stack gap="md">
        {preview === null ? null : <Preview preview={preview} />}
        <Select
          {...form.select("list")}
          label={t("admin-goods-words.list")}
          data={lists.map((one) => ({ value: one, label: t(`admin-goods-words.list.${one}`) }))}
          allowDeselect={false}
        />
        <TextFileField
          form={form}
          name="csv"
          label={t("admin-goods-words.csv")}
          placeholder={goodsListColumns[list].join(",")}
          buttonLabel={t("admin-goods-words.chooseFile")}
          onRead={() => setPreview(null)}
        />
      </Stack>
    </DialogForm>
  );
}

/** Imports words for goods, stop words or official codes; what a file would change is said first. */
export function ImportListDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("admin-goods-words.importTitle")}
      size="lg"
    >
      {props.isOpen ? <ImportForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
