import { Button, Group, Text, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import { maxOwnReasonCharacters } from "#platform/rules/own-things.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { Form } from "#ui/web/form.tsx";
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
    <Form form={form} label={t("own-things.title")}>
      <Text size="sm">{t("own-things.hint")}</Text>
      <Textarea
        {...form.field("reason")}
        label={t("common.reason")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={maxOwnReasonCharacters}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t("common.cancel")}
        </Button>
        <Button type="submit">{t("own-things.goOn")}</Button>
      </Group>
    </Form>
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
