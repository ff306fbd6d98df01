import { Button, Group, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError, Form } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

export type RequestAct = "open_box" | "cancel";

const schema = z.object({ reason: requiredText(() => t("packing.reasonMissing")) });

/** What opening a box again leads to, by what it has by now: a price that was paid, a label. */
function openingText({ state }: PackingRequest) {
  if (state === "labelled") return "packing.actText.open_labelled_box";
  return state === "accepted" ? "packing.actText.open_paid_box" : "packing.actText.open_box";
}

type FormProps = {
  request: PackingRequest;
  onClose: () => void;
  onChanged: (request: PackingRequest) => void;
};

function ReasonForm(props: FormProps & { act: RequestAct }) {
  const { act, request } = props;
  const client = useApiClient();
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    startAt: "reason",
    draft: { name: `packing:${act}:${request.id}` },
    onSubmit: async ({ reason }, { showToast, removeDraft }) => {
      const input = { shipRequestId: request.id, reason };
      const changed =
        act === "cancel"
          ? await client.packing.cancelShipRequest(input)
          : await client.packing.openBox(input);
      removeDraft();
      showToast({ title: t(`packing.done.${act}`), kind: "success" });
      props.onChanged(changed);
      props.onClose();
    },
  });
  return (
    <Form form={form} label={t(`packing.act.${act}`)}>
      <Text size="sm">
        {t(act === "open_box" ? openingText(request) : "packing.actText.cancel")}
      </Text>
      <FormError form={form} fallback={t("packing.actFailed")} />
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t(`packing.reasonHint.${act}`)}
        maxLength={500}
        autoComplete="off"
        withAsterisk
      />
      <Group gap="sm" justify="flex-end">
        <Button variant="default" disabled={form.isSubmitting} onClick={props.onClose}>
          {t("common.close")}
        </Button>
        <Button
          type="submit"
          loading={form.isSubmitting}
          {...(act === "cancel" ? { color: "red" } : {})}
        >
          {t(`packing.act.${act}`)}
        </Button>
      </Group>
    </Form>
  );
}

/** Opens a closed box again, or cancels a request; each with a reason. */
export function ReasonDialog(props: FormProps & { act: RequestAct | null }) {
  const { act } = props;
  return (
    <Dialog
      isOpen={act !== null}
      onClose={props.onClose}
      title={act === null ? "" : t(`packing.act.${act}`)}
      size="md"
    >
      {act === null ? null : <ReasonForm {...props} key={act} act={act} />}
    </Dialog>
  );
}
