import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { toasts, type ToastText } from "#contract/messages.ts";
import type { Shipment } from "#contract/packages.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { weightField, weightGramsOf } from "#web/packages/weight-field.ts";
import { useAppForm } from "#web/ui/app-form.ts";
import { weightText } from "#web/ui/figures.tsx";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EditConflict } from "#web/admin/edit-conflict.tsx";
import { conflictingVersion } from "#web/admin/conflicting-version.ts";
import { useShipmentChanges } from "./shipment-changes.ts";

function kilogramsAsTyped(weightGrams: number | null): string {
  return weightGrams === null ? "" : String(weightGrams / 1000);
}

function failureText(failure: unknown, isConflict: boolean): ToastText {
  if (isConflict) {
    return {
      title: toasts.packageNotSaved.title,
      description: "Somebody else saved another weight first.",
    };
  }
  if (apiErrorCode(failure) === null) {
    return { title: toasts.unexpected.title, description: toasts.packageNotSaved.title };
  }
  return {
    title: toasts.packageNotSaved.title,
    description: apiErrorMessage(failure, toasts.unexpected.description),
  };
}

/** `saved` is the weight that somebody else saved in the meantime; undefined without a conflict. */
function useWeightSaving(packageId: string) {
  const api = useApi();
  const changes = useShipmentChanges();
  const saving = useMutation(api.packages.setFinalWeight.mutationOptions());
  const [saved, setSaved] = useState<number | null>();
  const save = async (expectedWeightGrams: number | null, finalWeightGrams: number | null) => {
    try {
      changes.store(
        await saving.mutateAsync({
          packageId,
          finalWeightGrams,
          expectedFinalWeightGrams: expectedWeightGrams,
        }),
      );
    } catch (failure) {
      const current = conflictingVersion(failure);
      const isConflict = current === null || typeof current === "number";
      setSaved(isConflict ? current : undefined);
      if (isConflict) changes.refresh();
      showToast({ ...failureText(failure, isConflict), kind: "destructive" });
      return false;
    }
    setSaved(undefined);
    showToast({ title: `Final weight: ${weightText(finalWeightGrams)}`, kind: "success" });
    return true;
  };
  return { save, saved, setSaved, isSaving: saving.isPending };
}

const schema = z.object({ weight: weightField });

/** Saves whole grams; an empty field means unknown. The field follows other users' changes until somebody types in it. */
export function FinalWeightForm(props: { shipment: Shipment }) {
  const { save, saved, setSaved, isSaving } = useWeightSaving(props.shipment.id);
  const form = useAppForm({
    schema,
    initialValues: { weight: kilogramsAsTyped(props.shipment.finalWeightGrams) },
    onSubmit: async ({ weight }, original): Promise<void> => {
      if (await save(weightGramsOf(original.weight), weight)) form.reset();
    },
    onInvalid: () => showToast({ ...toasts.invalidWeight, kind: "destructive" }),
  });
  const field = form.field("weight");
  const wanted = weightGramsOf(field.value);
  const isWrong = wanted === null && field.value.trim() !== "";
  const saveMine = async (expectedWeightGrams: number | null) => {
    if (isWrong) return form.submit();
    if (await save(expectedWeightGrams, wanted)) form.reset();
    return form.focus("weight");
  };
  return (
    <Form form={form} label="Final weight">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          {...field}
          error={field.error !== undefined}
          label="Final weight (kg)"
          w={170}
          inputMode="decimal"
          autoComplete="off"
          placeholder="TBD"
          maxLength={12}
        />
        <Button type="submit" variant="default" loading={isSaving}>
          Save weight
        </Button>
      </Group>
      <FormAlert message={field.error} />
      {saved === undefined ? null : (
        <EditConflict
          what="another weight"
          isSingleField
          differences={
            saved === wanted
              ? []
              : [
                  {
                    label: "Final weight",
                    saved: weightText(saved),
                    mine: isWrong ? field.value : weightText(wanted),
                  },
                ]
          }
          isSaving={isSaving}
          onTakeTheirs={() => {
            form.reset();
            setSaved(undefined);
            form.focus("weight");
          }}
          onSaveMine={() => void saveMine(saved)}
        />
      )}
    </Form>
  );
}
