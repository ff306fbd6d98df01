import { Button, Group, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { ManifestPackage } from "#shipping/contract/manifests.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { parseWeightGrams } from "#platform/rules/weight.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { parsedText } from "#ui/web/field-rules.ts";
import { weightText } from "#ui/web/figures.tsx";
import { FormError, Form } from "#ui/web/form.tsx";
import { useShowManifest } from "./manifest-changes.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const mostGrams = shipRequestLimits.weightGrams;

const schema = z.object({
  weight: parsedText(
    (text) => {
      const reading = parseWeightGrams(text);
      return reading.ok && reading.weightGrams <= mostGrams ? reading.weightGrams : null;
    },
    () => t("manifests.carrierWeightWrong", { most: weightText(mostGrams) }),
  ),
});

type FormProps = { item: ManifestPackage; manifestId: string; onClose: () => void };

function CarrierWeightForm({ item, manifestId, onClose }: FormProps) {
  const client = useApiClient();
  const show = useShowManifest(manifestId);
  const recorded = item.carrierWeight?.weightGrams;
  const form = useAppForm({
    schema,
    initialValues: { weight: recorded === undefined ? "" : String(recorded / 1000) },
    startAt: "weight",
    draft: { name: `carrier-weight:${item.id}` },
    onSubmit: async ({ weight }, { showToast, removeDraft }) => {
      const input = { manifestPackageId: item.id, weightGrams: weight };
      show(await client.manifests.recordCarrierWeight(input));
      removeDraft();
      showToast({
        title: t("manifests.carrierWeightSaved"),
        description: `${item.trackingNumber}: ${weightText(weight)}`,
        kind: "success",
      });
      onClose();
    },
  });
  return (
    <Form form={form} label={t("manifests.carrierWeightTitle")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <Text size="sm">
        {t("manifests.carrierWeightHint", {
          number: item.trackingNumber,
          packed: weightText(item.weightGrams),
        })}
      </Text>
      <TextInput
        {...form.field("weight")}
        size="md"
        label={t("manifests.carrierWeightField")}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        withAsterisk
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="md" disabled={form.isSubmitting} onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" size="md" loading={form.isSubmitting}>
          {t("manifests.carrierWeightSave")}
        </Button>
      </Group>
    </Form>
  );
}

/** Takes the weight that the carrier's scale shows for a package. */
export function CarrierWeightDialog(props: FormProps & { isOpen: boolean }) {
  const { isOpen, ...form } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={t("manifests.carrierWeightTitle")}
      size="md"
    >
      {isOpen ? <CarrierWeightForm {...form} /> : null}
    </Dialog>
  );
}
