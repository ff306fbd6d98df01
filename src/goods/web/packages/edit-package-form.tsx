import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Package } from "#goods/contract/packages.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Form, FormAlert } from "#ui/web/form.tsx";
import { weightText } from "#ui/web/figures.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { DescriptionField } from "./description-field.tsx";
import { t, toastText } from "./details-messages.ts";
import { useEditStart } from "./use-edit-start.ts";
import { weightField } from "./weight-field.ts";

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
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
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
        expectedFields: start.expected,
      });
      await queryClient.invalidateQueries({ queryKey: api.packages.key() });
      showToast({ title: t("package-details.updated"), kind: "success" });
      onClose();
    },
    onInvalid: (_, { showToast }) =>
      showToast({ ...toastText("invalidWeight"), kind: "destructive" }),
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
