import { Input, SegmentedControl, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import type { StaffCaseDetails } from "#office/contract/cases.ts";
import { caseLimits } from "#office/rules/case.ts";
import { useApiClient, type ApiClient } from "#office/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const acts = ["answer", "finish", "note"] as const;
/** What staff do with what they write. */
type Act = (typeof acts)[number];

function wordsOf(act: Act) {
  switch (act) {
    case "answer":
      return {
        name: t("admin-cases.answer"),
        label: t("admin-cases.answer"),
        hint: t("admin-cases.answerHint"),
        submit: t("admin-cases.sendAnswer"),
        done: t("admin-cases.answered"),
      };
    case "finish":
      return {
        name: t("admin-cases.finish"),
        label: t("admin-cases.outcome"),
        hint: t("admin-cases.outcomeHint"),
        submit: t("admin-cases.finish"),
        done: t("admin-cases.finished"),
      };
    case "note":
      return {
        name: t("admin-cases.note"),
        label: t("admin-cases.note"),
        hint: t("admin-cases.noteHint"),
        submit: t("admin-cases.saveNote"),
        done: t("admin-cases.noteSaved"),
      };
  }
}

const schema = z.object({
  act: z.enum(acts),
  text: requiredText(() => t("admin-cases.textMissing")),
});

async function send(
  client: ApiClient,
  { id: caseId, messages }: StaffCaseDetails,
  { act, text }: z.output<typeof schema>,
  idempotencyKey: string,
): Promise<void> {
  const seen = messages.findLast(({ sender, isInternal }) => sender !== "system" && !isInternal);
  const shown = seen === undefined ? {} : { seenMessageId: seen.id };
  if (act === "note") await client.cases.addCaseNote({ caseId, text, idempotencyKey });
  else if (act === "answer")
    await client.cases.answerCase({ caseId, text, ...shown, idempotencyKey });
  else await client.cases.finishCase({ caseId, outcome: text, ...shown });
}

/**
 * Where staff answer a case, close it with its outcome, or write a note; a closed one takes notes alone.
 * @param props.onNoted called once a note is saved, with which staff may go on
 */
export function WriteForm(props: {
  opened: StaffCaseDetails;
  onNoted: () => void;
  onClose: () => void;
}) {
  const { opened, onNoted, onClose } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const offered: readonly Act[] = opened.state === "closed" ? ["note"] : acts;
  const form = useAppForm({
    schema,
    initialValues: { act: offered[0] ?? "note", text: "" },
    draft: { name: `write-case:${opened.id}` },
    onSubmit: async (written, { showToast, readRequestKey, removeDraft }) => {
      try {
        await send(client, opened, written, readRequestKey(JSON.stringify(written)));
        removeDraft();
        showToast({ title: wordsOf(written.act).done, kind: "success" });
        if (written.act === "note") onNoted();
        else onClose();
      } finally {
        refetch();
      }
    },
  });
  const field = form.field("act");
  // A draft may be of what is offered no more.
  const act = offered.find((one) => one === field.value) ?? "note";
  const words = wordsOf(act);
  return (
    <DialogForm
      form={form}
      label={words.label}
      submitLabel={words.submit}
      cancelLabel={t("common.close")}
      onCancel={onClose}
    >
      {offered.length === 1 ? null : (
        <Input.Wrapper label={t("admin-cases.act")} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t("admin-cases.act")}
            value={act}
            onChange={field.onChange}
            data={offered.map((one) => ({ value: one, label: wordsOf(one).name }))}
          />
        </Input.Wrapper>
      )}
      <Textarea
        // Page translation cannot change a label in its place.
        key={act}
        {...form.field("text")}
        label={words.label}
        description={words.hint}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={caseLimits.textLength}
        withAsterisk
      />
    </DialogForm>
  );
}
