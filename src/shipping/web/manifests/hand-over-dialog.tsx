import { Button, Group, Text, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { manifestLimits } from "#shipping/rules/manifest.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError } from "#ui/web/form-error.tsx";
import { Form } from "#ui/web/form.tsx";
import { SignaturePad, type SignaturePadHandle } from "./signature-pad.tsx";
import { useManifestChange } from "./use-manifest-change.ts";
import { t } from "./messages.ts";

const schema = z.object({ receiverName: requiredText(() => t("manifests.receiverMissing")) });

function HandOverForm({ manifest, onDone }: { manifest: Manifest; onDone: () => void }) {
  const client = useApiClient();
  const { onSuccess } = useManifestChange(manifest.id);
  const signature = useRef<SignaturePadHandle>(null);
  // The same for every attempt, so that one that was sent twice counts once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [isMissing, setMissing] = useState(false);
  const checkSignature = async () => {
    const picture = (await signature.current?.read()) ?? null;
    setMissing(picture === null);
    return picture;
  };
  const form = useAppForm({
    schema,
    initialValues: { receiverName: "" },
    draft: { name: `hand-over:${manifest.id}` },
    startAt: "receiverName",
    onInvalid: () => void checkSignature(),
    onSubmit: async ({ receiverName }) => {
      const picture = await checkSignature();
      if (picture === null) return;
      const manifestId = manifest.id;
      const input = { manifestId, receiverName, signature: picture, idempotencyKey };
      onSuccess(await client.manifests.handOverManifest(input));
      onDone();
    },
  });
  return (
    <Form form={form} label={t("manifests.handOver")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <Text size="sm">{t("manifests.handOverHint", { count: manifest.packagesCount })}</Text>
      <TextInput
        {...form.field("receiverName")}
        size="md"
        label={t("manifests.receiver")}
        withAsterisk
        autoComplete="off"
        maxLength={manifestLimits.receiverName}
      />
      <SignaturePad handle={signature} isMissing={isMissing} onDrawn={() => setMissing(false)} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="md" disabled={form.isSubmitting} onClick={onDone}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" size="md" loading={form.isSubmitting}>
          {t("manifests.handOver")}
        </Button>
      </Group>
    </Form>
  );
}

/** Takes the name and signature of who receives the packages, and hands them over. */
export function HandOverDialog(props: {
  isOpen: boolean;
  manifest: Manifest;
  onClose: () => void;
}) {
  const { nameOf } = useCarriers();
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("manifests.handOverTitle", { carrier: nameOf(props.manifest.carrierCode) })}
      size="md"
    >
      {props.isOpen ? <HandOverForm manifest={props.manifest} onDone={props.onClose} /> : null}
    </Dialog>
  );
}
