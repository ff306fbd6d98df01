/** Where staff write the weight measured at the consolidation point. */
import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts, type ToastText } from "#contract/messages.ts";
import type { Shipment } from "#contract/packages.ts";
import { parseWeightGrams } from "#core/weight.ts";
import { problemCode, problemSentence, useApi } from "#web/api.tsx";
import { weightText } from "#web/ui/figures.tsx";
import { Form, FormAlert } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useShipmentChanges } from "./shipment-changes.ts";

function kilogramsAsTyped(weightGrams: number | null): string {
  return weightGrams === null ? "" : String(weightGrams / 1000);
}

/** Why the weight was not saved: the server's reason, or that it gave none. */
function failureText(failure: unknown): ToastText {
  if (problemCode(failure) === null) {
    return { title: toasts.unexpected.title, description: toasts.packageNotSaved.title };
  }
  return {
    title: toasts.packageNotSaved.title,
    description: problemSentence(failure, toasts.unexpected.description),
  };
}

/** Saves whole grams; an empty field means that the weight is not known. It follows others' changes until it is typed in. */
export function FinalWeightForm(props: { shipment: Shipment }) {
  const api = useApi();
  const changes = useShipmentChanges();
  const saving = useMutation(api.packages.setFinalWeight.mutationOptions());
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? kilogramsAsTyped(props.shipment.finalWeightGrams);
  const [error, setError] = useState<string | null>(null);
  const refuse = (description: string) => {
    setError(description);
    showToast({ title: toasts.invalidWeight.title, description, kind: "destructive" });
    input.current?.focus();
  };
  const save = async () => {
    if (saving.isPending) return;
    const reading = parseWeightGrams(text);
    if (text.trim() !== "" && !reading.ok) {
      refuse(toasts.invalidWeight.description);
      return;
    }
    const finalWeightGrams = reading.ok ? reading.weightGrams : null;
    try {
      changes.keep(await saving.mutateAsync({ packageId: props.shipment.id, finalWeightGrams }));
    } catch (failure) {
      showToast({ ...failureText(failure), kind: "destructive" });
      return;
    }
    setError(null);
    setTyped(null);
    showToast({ title: `Final weight: ${weightText(finalWeightGrams)}`, kind: "success" });
  };
  return (
    <Form label="Final weight" onSubmit={save}>
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
            setTyped(event.currentTarget.value);
            setError(null);
          }}
        />
        <Button type="submit" variant="default" loading={saving.isPending}>
          Save weight
        </Button>
      </Group>
      <FormAlert message={error} />
    </Form>
  );
}
