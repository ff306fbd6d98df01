import { Text, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import type { ManifestPackage } from "#shipping/contract/manifests.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { useShowManifest } from "./manifest-changes.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({ reason: requiredText(() => t("manifests.reasonMissing")) });

function TakeBackForm(props: { item: ManifestPackage; manifestId: string; onDone: () => void }) {
  const { item, manifestId, onDone } = props;
  const client = useApiClient();
  const show = useShowManifest(manifestId);
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    draft: { name: `take-back:${item.id}` },
    startAt: "reason",
    onSubmit: async ({ reason }, { showToast }) => {
      show(await client.manifests.takeBackPackage({ manifestPackageId: item.id, reason }));
      showToast({
        title: t("manifests.takenBack"),
        description: item.trackingNumber,
        kind: "success",
      });
      onDone();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("manifests.takeBackTitle")}
      submitLabel={t("manifests.takeBack")}
      color="red"
      onCancel={onDone}
    >
      <Text size="sm">{t("manifests.takeBackHint", { number: item.trackingNumber })}</Text>
      <Textarea
        {...form.field("reason")}
        label={t("common.reason")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
      />
    </DialogForm>
  );
}

/** Takes a package back that was handed over, with the reason. */
export function TakeBackDialog(props: {
  item: ManifestPackage | null;
  manifestId: string;
  onClose: () => void;
}) {
  const { item } = props;
  return (
    <Dialog
      isOpen={item !== null}
      onClose={props.onClose}
      title={t("manifests.takeBackTitle")}
      size="md"
    >
      {item === null ? null : (
        <TakeBackForm item={item} manifestId={props.manifestId} onDone={props.onClose} />
      )}
    </Dialog>
  );
}
