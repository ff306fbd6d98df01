import { TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { ListedGoodsWord } from "#goods/contract/goods-lists.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({ validUntil: z.string() });

function EndWordForm({ word, onDone }: { word: ListedGoodsWord; onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { term, language } = word;
  const form = useAppForm({
    schema,
    initialValues: { validUntil: word.validUntil ?? "" },
    draft: { name: `goods-word:${language}:${term}`, version: word.validUntil ?? "" },
    onSubmit: async ({ validUntil }, { showToast }) => {
      await client.goods.endWord({ term, language, validUntil: validUntil || null });
      refetch();
      showToast({ title: t("admin-goods-words.saved"), kind: "success" });
      onDone();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("admin-goods-words.endTitle", { term })}
      submitLabel={t("admin-goods-words.save")}
      onCancel={onDone}
    >
      <TextInput
        {...form.field("validUntil")}
        type="date"
        label={t("admin-goods-words.validUntil")}
        description={t("admin-goods-words.validUntilHint")}
      />
    </DialogForm>
  );
}

/** Says until when a word is suggested. */
export function EndWordDialog(props: { word: ListedGoodsWord | null; onClose: () => void }) {
  const { word, onClose } = props;
  return (
    <Dialog
      isOpen={word !== null}
      onClose={onClose}
      title={word === null ? null : t("admin-goods-words.endTitle", { term: word.term })}
      size="sm"
    >
      {word === null ? null : <EndWordForm key={word.term} word={word} onDone={onClose} />}
    </Dialog>
  );
}
