import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts, type ToastText } from "#contract/messages.ts";
import type { Shipment } from "#contract/packages.ts";
import { parseWeightGrams } from "#core/weight.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { weightText } from "#web/ui/figures.tsx";
import { FormAlert } from "#web/ui/form.tsx";
import { Form } from "#web/ui/plain-form.tsx";
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
function useWeightSaving(packageId: string, onSaved: () => void) {
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
      return;
    }
    setSaved(undefined);
    onSaved();
    showToast({ title: `Final weight: ${weightText(finalWeightGrams)}`, kind: "success" });
  };
  return { save, saved, setSaved, isSaving: saving.isPending };
}

/** The text in the field, and the weight in grams when typing began. */
type Typed = { readonly text: string; readonly expectedWeightGrams: number | null };

/** Saves whole grams; an empty field means unknown. The field follows other users' changes until somebody types in it. */
export function FinalWeightForm(props: { shipment: Shipment }) {
  const known = props.shipment.finalWeightGrams;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { save, saved, setSaved, isSaving } = useWeightSaving(props.shipment.id, () => {
    setError(null);
    setTyped(null);
  });
  const text = typed?.text ?? kilogramsAsTyped(known);
  const reading = parseWeightGrams(text);
  const wanted = reading.ok ? reading.weightGrams : null;
  const isWrong = text.trim() !== "" && !reading.ok;
  const reject = () => {
    const { description } = toasts.invalidWeight;
    setError(description);
    showToast({ title: toasts.invalidWeight.title, description, kind: "destructive" });
    input.current?.focus();
  };
  const submit = async (expectedWeightGrams: number | null) => {
    if (isSaving) return;
    if (isWrong) reject();
    else await save(expectedWeightGrams, wanted);
  };
  return (
    <Form
      label="Final weight"
      onSubmit={() => submit(typed === null ? known : typed.expectedWeightGrams)}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          ref={input}
          label="Final weight (kg)"
          w={170}
          inputMode="decimal"
          autoComplete="off"
          placeholder="TBD"
          maxLength={12}
          value={text}
          error={error !== null}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({
              text: value,
              expectedWeightGrams: before === null ? known : before.expectedWeightGrams,
            }));
            setError(null);
          }}
        />
        <Button type="submit" variant="default" loading={isSaving}>
          Save weight
        </Button>
      </Group>
      <FormAlert message={error} />
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
                    mine: isWrong ? text : weightText(wanted),
                  },
                ]
          }
          isSaving={isSaving}
          onTakeTheirs={() => {
            setTyped(null);
            setSaved(undefined);
            input.current?.focus();
          }}
          onSaveMine={() => void submit(saved).then(() => input.current?.focus())}
        />
      )}
    </Form>
  );
}
