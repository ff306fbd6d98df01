import { Button, Group, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { Package } from "#goods/contract/packages.ts";
import { useRefetched, useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Form, FormAlert, DialogForm } from "#ui/web/form.tsx";
import { weightText } from "#ui/web/figures.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { DescriptionField } from "./description-field.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useEditStart, weightField } from "./package-fields.tsx";
import { useState } from "react";
import { Dialog } from "#ui/web/dialog.tsx";

const schema = z.object({ estimatedWeight: weightField, description: z.string() });

function conflictText(current: { description: string; estimatedWeightGrams: number | null }) {
  const { description, estimatedWeightGrams } = current;
  return t("package-details.conflict", {
    hasWeight: String(estimatedWeightGrams !== null),
    weight: weightText(estimatedWeightGrams),
    hasDescription: String(description !== ""),
    description,
  });
}

/** Corrects the estimated weight and the description. */
export function EditPackageForm(props: { pkg: Package; onClose: () => void }) {
  const { pkg, onClose } = props;
  const client = useApiClient();
  const refetched = useRefetched();
  const { description, estimatedWeightGrams } = pkg;
  const start = useEditStart({ description: description ?? "", estimatedWeightGrams });
  const form = useAppForm({
    schema,
    initialValues: {
      estimatedWeight:
        start.stored.estimatedWeightGrams === null
          ? ""
          : String(start.stored.estimatedWeightGrams / 1000),
      description: start.stored.description,
    },
    startAt: "estimatedWeight",
    draft: { name: `package:${pkg.id}`, version: JSON.stringify(start.expected) },
    fieldOf: { weight_above_plan: "estimatedWeight", invalid_weight: "estimatedWeight" },
    onSubmit: async (values, { showToast }) => {
      await client.packages.updatePackage({
        packageId: pkg.id,
        fields: { description: values.description, estimatedWeightGrams: values.estimatedWeight },
        expectedVersion: start.expected,
      });
      await refetched();
      showToast({ title: t("package-details.updated"), kind: "success" });
      onClose();
    },
    onError: start.acceptConflict,
  });
  const isConflict = apiErrorCode(form.error) === "conflict";
  return (
    <Form form={form} label={t("package-details.editPackage")}>
      <FormAlert
        message={
          form.error === null
            ? null
            : isConflict
              ? conflictText(start.expected)
              : apiErrorMessage(form.error, t("toasts.packageNotSaved.title"))
        }
      />
      <NumberField
        field={form.field("estimatedWeight")}
        label={t("package-details.estimatedWeightKg")}
        min={0.1}
        step={0.1}
        description={t("package-details.weightHint")}
      />
      <DescriptionField field={form.field("description")} />
      <Group gap="sm">
        <Button type="submit" loading={form.isSubmitting}>
          {t("package-details.saveChanges")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("common.close")}
        </Button>
      </Group>
    </Form>
  );
}

const reasonSchema = z.object({ reason: z.string() });

type Cancelled = { readonly packageId: string; readonly returnsQuota: boolean };

function CancelPackageForm(
  props: Cancelled & { onRunning: (isRunning: boolean) => void; onClose: () => void },
) {
  const { packageId, returnsQuota } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema: reasonSchema,
    initialValues: { reason: "" },
    startAt: "reason",
    draft: { name: `cancel-package:${packageId}` },
    onSubmit: async ({ reason }, { showToast, removeDraft }) => {
      props.onRunning(true);
      try {
        const { isQuotaReturned } = await client.packages.cancelPackage({ packageId, reason });
        removeDraft();
        showToast({
          title: t("package-details.cancel.success"),
          description: t(
            isQuotaReturned
              ? "package-details.cancel.quotaReturned"
              : "package-details.cancel.quotaUnchanged",
          ),
          kind: "success",
        });
        props.onClose();
      } finally {
        props.onRunning(false);
        refetch();
      }
    },
    onError: (error, { showToast }) =>
      showToast({
        title: t("package-details.cancel.failed"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
      }),
  });
  return (
    <DialogForm
      form={form}
      label={t("package-details.cancel.title")}
      submitLabel={t("package-details.cancel.confirm")}
      cancelLabel={t("package-details.cancel.keep")}
      color="red"
      onCancel={props.onClose}
      fallback={null}
    >
      <Text size="sm">
        {t(returnsQuota ? "package-details.cancel.textWithQuota" : "package-details.cancel.text")}
      </Text>
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("package-details.optional")}
        maxLength={500}
        autoComplete="off"
      />
    </DialogForm>
  );
}

/** Asks whether to cancel an own package, and says whether that returns one of the month's quota. */
export function CancelPackageDialog(props: Cancelled & { isOpen: boolean; onClose: () => void }) {
  const { isOpen, onClose, ...cancelled } = props;
  const [isRunning, setRunning] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("package-details.cancel.title")}
      size="sm"
      isBusy={isRunning}
    >
      {isOpen ? (
        <CancelPackageForm {...cancelled} onRunning={setRunning} onClose={onClose} />
      ) : null}
    </Dialog>
  );
}
