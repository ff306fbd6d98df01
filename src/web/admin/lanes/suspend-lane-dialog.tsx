import { Button, Group, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toasts } from "#contract/messages.ts";
import { carriers, type CarrierId } from "#core/carrier.ts";
import { countries, countryByName } from "#core/country.ts";
import { laneConfidences, laneConfidenceLabels, type LaneConfidence } from "#core/lane.ts";
import { shippingServices, type ShippingService } from "#core/shipping-rate.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { laneName } from "#web/calculator/lane-words.ts";
import { serviceLabels } from "#web/calculator/quote-words.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormAlert } from "#web/ui/form.tsx";
import { Form } from "#web/ui/plain-form.tsx";
import { Select } from "#web/ui/select.tsx";
import { showToast } from "#web/ui/toast.tsx";

const carrierOptions = carriers.map(({ id, name }) => ({ value: id, label: name }));
const serviceOptions = [
  { value: "", label: "Every service" },
  ...shippingServices.map((id) => ({ value: id, label: serviceLabels[id] })),
];
const countryNames = countries.map(({ name }) => name);
const confidenceOptions = laneConfidences.map((id) => ({
  value: id,
  label: laneConfidenceLabels[id],
}));

type Draft = {
  carrierId: CarrierId;
  service: ShippingService | null;
  destination: string;
  suspendedOn: string;
  reason: string;
  source: string;
  confidence: LaneConfidence;
};

function emptyDraft(): Draft {
  return {
    carrierId: "hk-post",
    service: null,
    destination: "",
    suspendedOn: new Date().toISOString().slice(0, 10),
    reason: "",
    source: "",
    confidence: "announced",
  };
}

type FieldErrors = { destination?: string; suspendedOn?: string; reason?: string };

const fieldNames = ["destination", "suspendedOn", "reason"] as const;

function validate(draft: Draft): FieldErrors {
  return {
    ...(draft.destination === "" ? { destination: "Choose a country." } : {}),
    ...(draft.suspendedOn === "" ? { suspendedOn: "Enter a day, such as 2025-04-27." } : {}),
    ...(draft.reason.trim() === "" ? { reason: "Enter a reason; customers read it." } : {}),
  };
}

type Write = (changes: Partial<Draft>) => void;

/** Refs to the fields, to focus the first wrong one. */
function useFieldRefs() {
  const fields = useRef(new Map<keyof FieldErrors, HTMLElement>());
  const fieldRef = (name: keyof FieldErrors) => (field: HTMLElement | null) => {
    if (field) fields.current.set(name, field);
    else fields.current.delete(name);
  };
  return { fieldRef, focus: (name: keyof FieldErrors) => fields.current.get(name)?.focus() };
}

type FieldsProps = {
  draft: Draft;
  errors: FieldErrors;
  fieldRef: ReturnType<typeof useFieldRefs>["fieldRef"];
  onWrite: Write;
};

function LaneFields(props: FieldsProps) {
  const { draft, errors, fieldRef, onWrite } = props;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <Select
        label="Carrier"
        data-autofocus
        data={carrierOptions}
        allowDeselect={false}
        value={draft.carrierId}
        onChange={(value) => {
          const carrier = carriers.find(({ id }) => id === value);
          if (carrier) onWrite({ carrierId: carrier.id });
        }}
      />
      <Select
        label="Service"
        data={serviceOptions}
        allowDeselect={false}
        value={draft.service ?? ""}
        onChange={(value) =>
          onWrite({ service: shippingServices.find((id) => id === value) ?? null })
        }
      />
      <Select
        label="Destination"
        name="destination"
        data={countryNames}
        searchable
        withAsterisk
        placeholder="Choose a country"
        nothingFoundMessage="No country of that name"
        ref={fieldRef("destination")}
        error={errors.destination}
        value={draft.destination === "" ? null : draft.destination}
        onChange={(value) => onWrite({ destination: value ?? "" })}
      />
      <TextInput
        type="date"
        label="Suspended on"
        name="suspendedOn"
        min="2000-01-01"
        max="2099-12-31"
        withAsterisk
        ref={fieldRef("suspendedOn")}
        error={errors.suspendedOn}
        value={draft.suspendedOn}
        onChange={(event) => onWrite({ suspendedOn: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

function ReasonFields(props: FieldsProps) {
  const { draft, errors, fieldRef, onWrite } = props;
  return (
    <>
      <Textarea
        label="Reason"
        name="reason"
        description="Customers read it beside quotes and when they add a package."
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        ref={fieldRef("reason")}
        error={errors.reason}
        value={draft.reason}
        onChange={(event) => onWrite({ reason: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          label="Confidence"
          data={confidenceOptions}
          allowDeselect={false}
          value={draft.confidence}
          onChange={(value) => {
            const confidence = laneConfidences.find((id) => id === value);
            if (confidence) onWrite({ confidence });
          }}
        />
        <TextInput
          label="Source"
          name="source"
          placeholder="Optional"
          maxLength={500}
          autoComplete="off"
          value={draft.source}
          onChange={(event) => onWrite({ source: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  );
}

function SuspendLaneForm(props: { onDone: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const suspending = useMutation(api.lanes.suspendLane.mutationOptions());
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { fieldRef, focus } = useFieldRefs();
  const write: Write = (changes) => {
    setDraft((before) => ({ ...before, ...changes }));
    setErrors({});
    setErrorMessage(null);
  };
  const submit = async () => {
    const found = validate(draft);
    setErrors(found);
    const first = fieldNames.find((name) => found[name] !== undefined);
    const country = countryByName(draft.destination);
    if (first !== undefined || country === null) {
      focus(first ?? "destination");
      return;
    }
    const { destination: _, ...lane } = draft;
    try {
      await suspending.mutateAsync({ ...lane, destinationCode: country.code });
    } catch (error) {
      setErrorMessage(apiErrorMessage(error, toasts.unexpected.description));
      return;
    }
    void queryClient.invalidateQueries({ queryKey: api.lanes.key() });
    const description = laneName({ ...lane, destinationCode: country.code });
    showToast({ title: "Lane suspended", description, kind: "success" });
    props.onDone();
  };
  return (
    <Form label="Suspend a lane" onSubmit={submit}>
      <FormAlert message={errorMessage} />
      <LaneFields draft={draft} errors={errors} fieldRef={fieldRef} onWrite={write} />
      <ReasonFields draft={draft} errors={errors} fieldRef={fieldRef} onWrite={write} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={suspending.isPending} onClick={props.onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={suspending.isPending}>
          Suspend lane
        </Button>
      </Group>
    </Form>
  );
}

export function SuspendLaneDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Suspend a lane" size="lg">
      {props.isOpen ? <SuspendLaneForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
