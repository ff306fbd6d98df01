import { Anchor, Button, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { caseLimits } from "#office/rules/case.ts";
import { customsHours } from "#office/rules/case-choice.ts";
import { useApiClient } from "#office/web/api.ts";
import { openCaseIdOf } from "#office/web/cases/open-case-id.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { AnswerByField, answerByError, sentAnswerBy } from "./answer-by-field.tsx";

const schema = z.object({
  number: requiredText(() => t("admin-cases.customs.numberMissing")),
  text: requiredText(() => t("admin-cases.textMissing")),
  answerBy: checkedText(answerByError),
});

function CustomsForm(props: { onOpened: (caseId: string) => void; onClose: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const [openId, setOpenId] = useState<string | null>(null);
  const form = useAppForm({
    schema,
    initialValues: { number: "", text: "", answerBy: "" },
    startAt: "number",
    fieldOf: { case_open: "number" },
    onError: (error) => setOpenId(openCaseIdOf(error)),
    draft: { name: "customs-case" },
    onSubmit: async (typed, { showToast, readRequestKey, keepDraft, removeDraft }) => {
      const { number, text } = typed;
      const { packages } = await client.admin.findAnything({ search: number });
      const [found, another] = packages;
      if (found === undefined || another !== undefined) {
        keepDraft();
        form.reject({ number: t("admin-cases.customs.notFound") });
        return;
      }
      const subject = { subject: "package", subjectId: found.id } as const;
      const asked = { ...subject, text, ...sentAnswerBy(typed.answerBy) };
      const { id } = await client.cases.openCustomsCase({
        ...asked,
        idempotencyKey: readRequestKey(JSON.stringify(asked)),
      });
      removeDraft();
      refetch();
      showToast({ title: t("admin-cases.customs.opened"), kind: "success" });
      props.onOpened(id);
    },
  });
  const number = form.field("number");
  return (
    <DialogForm
      form={form}
      label={t("admin-cases.customs.open")}
      submitLabel={t("admin-cases.sendQuestion")}
      onCancel={props.onClose}
    >
      <TextInput
        {...number}
        label={t("admin-cases.customs.number")}
        description={t("admin-cases.customs.numberHint")}
        autoComplete="off"
        maxLength={60}
        withAsterisk
      />
      {number.error === undefined || openId === null ? null : (
        <Anchor component="button" type="button" size="sm" onClick={() => props.onOpened(openId)}>
          {t("admin-cases.seeOpen")}
        </Anchor>
      )}
      <Textarea
        {...form.field("text")}
        label={t("admin-cases.customs.text")}
        description={t("admin-cases.customs.textHint")}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={caseLimits.textLength}
        withAsterisk
      />
      <AnswerByField
        field={form.field("answerBy")}
        hint={t("admin-cases.customs.answerByHint", { hours: customsHours })}
      />
    </DialogForm>
  );
}

/** Where staff ask a customer what customs want to know of a package. */
export function CustomsButton(props: { onOpened: (caseId: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t("admin-cases.customs.open")}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t("admin-cases.customs.open")}>
        <CustomsForm
          onClose={close}
          onOpened={(caseId) => {
            close();
            props.onOpened(caseId);
          }}
        />
      </Dialog>
    </>
  );
}
