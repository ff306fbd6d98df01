import { Text, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import { maxOwnReasonCharacters } from "#platform/rules/own-things.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type Answer = { readonly onAnswer: (reason: string | null) => void };

const schema = z.object({ reason: requiredText(() => t("own-things.reasonMissing")) });

function OwnReasonForm({ onAnswer }: Answer) {
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    draft: { name: "own-reason", until: "left" },
    startAt: "reason",
    onSubmit: async ({ reason }) => onAnswer(reason.trim().replaceAll(/\s+/g, " ")),
  });
  return (
    <DialogForm
      form={form}
      label={t("own-things.title")}
      submitLabel={t("own-things.goOn")}
      onCancel={() => onAnswer(null)}
      intro={<Text size="sm">{t("own-things.hint")}</Text>}
    >
      <Textarea
        {...form.field("reason")}
        label={t("common.reason")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={maxOwnReasonCharacters}
      />
    </DialogForm>
  );
}

/** Asks for the reason that the audit log shows. */
export function OwnReasonDialog(props: Answer & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={() => props.onAnswer(null)}
      title={t("own-things.title")}
      size="sm"
      staysOnClickOutside
    >
      {props.isOpen ? <OwnReasonForm onAnswer={props.onAnswer} /> : null}
    </Dialog>
  );
}
