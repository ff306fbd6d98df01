import { Button, Group, Text, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import type { ManifestPackage } from "#shipping/contract/manifests.ts";
import { useRetainedValue } from "#ui/web/open-state.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError, Form } from "#ui/web/form.tsx";
import { useManifestChange } from "./use-manifest-change.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({ reason: requiredText(() => t("manifests.reasonMissing")) });

function TakeBackForm(props: { item: ManifestPackage; manifestId: string; onDone: () => void }) {
  const { item, manifestId, onDone } = props;
  const client = useApiClient();
  const { onSuccess } = useManifestChange(manifestId);
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    draft: { name: `take-back:${item.id}` },
    startAt: "reason",
    onSubmit: async ({ reason }, { showToast }) => {
      onSuccess(await client.manifests.takeBackPackage({ manifestPackageId: item.id, reason }));
      showToast({
        title: t("manifests.takenBack"),
        description: item.trackingNumber,
        kind: "success",
      });
      onDone();
    },
  });
  return (
    <Form form={form} label={t("manifests.takeBackTitle")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <Text size="sm">{t("manifests.takeBackHint", { number: item.trackingNumber })}</Text>
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
          {t("manifests.takeBack")}
        </Button>
      </Group>
    </Form>
  );
}

/** Takes a package back that was handed over, with the reason. */
export function TakeBackDialog(props: {
  item: ManifestPackage | null;
  manifestId: string;
  onClose: () => void;
}) {
  const item = useRetainedValue(props.item);
  return (
    <Dialog
      isOpen={props.item !== null}
      onClose={props.onClose}
      title={t("manifests.takeBackTitle")}
      size="md"
    >
      {props.item !== null && item !== null ? (
        <TakeBackForm item={item} manifestId={props.manifestId} onDone={props.onClose} />
      ) : null}
    </Dialog>
  );
}
