import { Button, Group, Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import { useRetainedValue } from "#ui/web/open-state.ts";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError, Form } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({ reason: requiredText(() => t("shipping-labels.reasonMissing")) });

function VoidForm(props: { item: PackageToLabel; labelId: string; onDone: () => void }) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const { item, labelId, onDone } = props;
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    draft: { name: `void-label:${labelId}` },
    startAt: "reason",
    onSubmit: async ({ reason }, { showToast }) => {
      await client.labels.voidLabel({ labelId, reason });
      void queryClient.invalidateQueries({ queryKey: api.labels.key() });
      showToast({
        title: t("shipping-labels.voided"),
        description: item.reference,
        kind: "success",
      });
      onDone();
    },
  });
  return (
    <Form form={form} label={t("shipping-labels.voidTitle")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <Text size="sm">
        {t("shipping-labels.voidHint", {
          reference: item.reference,
          number: item.label?.trackingNumber ?? "",
        })}
      </Text>
      <Textarea
        {...form.field("reason")}
        label={t("common.reason")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={form.isSubmitting} onClick={onDone}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" color="red" loading={form.isSubmitting}>
          {t("shipping-labels.voidAction")}
        </Button>
      </Group>
    </Form>
  );
}

/** Makes a label void, with the reason. */
export function VoidDialog(props: { item: PackageToLabel | null; onClose: () => void }) {
  const item = useRetainedValue(props.item);
  const labelId = item?.label?.id;
  return (
    <Dialog
      isOpen={props.item !== null}
      onClose={props.onClose}
      title={t("shipping-labels.voidTitle")}
      size="md"
    >
      {props.item !== null && item !== null && labelId !== undefined ? (
        <VoidForm item={item} labelId={labelId} onDone={props.onClose} />
      ) : null}
    </Dialog>
  );
}
