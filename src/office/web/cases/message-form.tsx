import { Button, Group } from "@mantine/core";
import * as z from "zod/mini";
import { sendFiles } from "#goods/web/parcels/claims/send-proof.ts";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { useApi, useApiClient } from "#office/web/api.ts";
import { useAction, useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { useChosenFiles, useLostFiles } from "#ui/web/chosen-files.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { Form } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LeaveWarning } from "#ui/web/leave-warning.tsx";
import { caseFileRules, MessageFields, SendError, UnsentFiles } from "./case-form.tsx";

const schema = z.object({
  text: requiredText(() => t("cases.messageMissing")),
  fileNames: z.string(),
});

/** Sends a message once and each of its files once, also when some of it is sent again. */
function useMessageForm(caseId: string, onSent: (caseId: string) => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  const files = useChosenFiles(caseFileRules);
  const form = useAppForm({
    schema,
    initialValues: { text: "", fileNames: "" },
    draft: { name: `case-message:${caseId}` },
    onSubmit: async ({ text }, { showToast, readRequestKey, removeDraft }) => {
      try {
        const idempotencyKey = readRequestKey(text);
        const sent = await client.cases.addCaseMessage({ caseId, text, idempotencyKey });
        const stored: string[] = [];
        try {
          const rejected = await sendFiles(
            files.files,
            (file, key) => client.cases.addCaseFile({ ...sent, file, idempotencyKey: key }),
            (id) => stored.push(id),
          );
          files.reject(rejected);
          if (rejected.length > 0) throw new UnsentFiles();
        } finally {
          files.remove(stored);
        }
        removeDraft();
        showToast({ title: t("cases.sent"), kind: "success" });
        onSent(sent.caseId);
      } finally {
        refetch();
      }
    },
  });
  const lostFiles = useLostFiles(form.field("fileNames"), files.files);
  return { form, files, lostFiles };
}

/** Where a customer answers in a case, or says that all is fine. */
export function MessageForm(props: { written: OwnCase; onSent: (caseId: string) => void }) {
  const { id: caseId, state } = props.written;
  const { form, files, lostFiles } = useMessageForm(caseId, props.onSent);
  const { isSubmitting } = form;
  const closing = useAction(useApi().cases.closeOwnCase.mutationOptions(), {
    done: () => ({ title: t("cases.closed") }),
    failed: () => t("cases.notConfirmed"),
  });
  return (
    <Form form={form} label={t("cases.writeToUs")}>
      <SendError error={form.error} />
      <MessageFields
        field={form.field("text")}
        label={t("cases.message")}
        files={files}
        lostFiles={lostFiles}
        isLocked={isSubmitting}
      />
      <Group gap="sm">
        <Button type="submit" loading={isSubmitting}>
          {t("cases.send")}
        </Button>
        {state === "closed" ? null : (
          <Button
            variant="default"
            disabled={isSubmitting}
            loading={closing.isRunning}
            onClick={() => void closing.run({ caseId })}
          >
            {t("cases.allFine")}
          </Button>
        )}
      </Group>
      <LeaveWarning isNeeded={files.files.length > 0 && !isSubmitting}>
        {t("cases.leaveText")}
      </LeaveWarning>
    </Form>
  );
}
