/** Where staff write the weight measured at the consolidation point. */
import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts, type ToastText } from "#contract/messages.ts";
import type { Shipment } from "#contract/packages.ts";
import { parseWeightGrams } from "#core/weight.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { weightText } from "#web/ui/figures.tsx";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { SavedFirstNote } from "#web/admin/edit-conflict.tsx";
import { savedMeanwhile } from "#web/admin/conflicting-version.ts";
import { useShipmentChanges } from "./shipment-changes.ts";

function kilogramsAsTyped(weightGrams: number | null): string {
  return weightGrams === null ? "" : String(weightGrams / 1000);
}

/** Why the weight was not saved: the server's reason, or that it gave none. */
function failureText(failure: unknown, isTooLate: boolean): ToastText {
  if (isTooLate) {
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

/** Sends the weight; `saved` is the one that somebody else has saved meanwhile, undefined where nobody has. */
function useWeightSaving(packageId: string, onSaved: () => void) {
  const api = useApi();
  const changes = useShipmentChanges();
  const saving = useMutation(api.packages.setFinalWeight.mutationOptions());
  const [saved, setSaved] = useState<number | null>();
  const save = async (seen: number | null, finalWeightGrams: number | null) => {
    try {
      changes.keep(await saving.mutateAsync({ packageId, finalWeightGrams, seen }));
    } catch (failure) {
      const current = savedMeanwhile(failure);
      const isTooLate = current === null || typeof current === "number";
      setSaved(isTooLate ? current : undefined);
      if (isTooLate) changes.refresh();
      showToast({ ...failureText(failure, isTooLate), kind: "destructive" });
      return;
    }
    setSaved(undefined);
    onSaved();
    showToast({ title: `Final weight: ${weightText(finalWeightGrams)}`, kind: "success" });
  };
  return { save, saved, setSaved, isSaving: saving.isPending };
}

/** What is in the field, and the weight that stood there before somebody began to type. */
type Typed = { readonly text: string; readonly seen: number | null };

/** Saves whole grams; an empty field means that the weight is not known. It follows others' changes until it is typed in. */
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
  const submit = async (seen: number | null) => {
    if (isSaving) return;
    if (isWrong) reject();
    else await save(seen, wanted);
  };
  return (
    <Form label="Final weight" onSubmit={() => submit(typed === null ? known : typed.seen)}>
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
            setTyped((before) => ({ text: value, seen: before === null ? known : before.seen }));
            setError(null);
          }}
        />
        <Button type="submit" variant="default" loading={isSaving}>
          Save weight
        </Button>
      </Group>
      <FormAlert message={error} />
      {saved === undefined ? null : (
        <SavedFirstNote
          what="another weight"
          isWhole
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
