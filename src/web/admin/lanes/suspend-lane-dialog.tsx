/** The dialog in which staff mark a lane as suspended. */
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
import { Form, FormAlert } from "#web/ui/form.tsx";
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

type Wrong = { destination?: string; suspendedOn?: string; reason?: string };

const fieldNames = ["destination", "suspendedOn", "reason"] as const;

function judge(draft: Draft): Wrong {
  return {
    ...(draft.destination === "" ? { destination: "Choose a country." } : {}),
    ...(draft.suspendedOn === "" ? { suspendedOn: "Enter a day, such as 2025-04-27." } : {}),
    ...(draft.reason.trim() === "" ? { reason: "Enter a reason; customers read it." } : {}),
  };
}

type Write = (changes: Partial<Draft>) => void;

/** Remembers where the fields stand, so that the keyboard can be sent to one. */
function useSpots() {
  const fields = useRef(new Map<keyof Wrong, HTMLElement>());
  const spot = (name: keyof Wrong) => (field: HTMLElement | null) => {
    if (field) fields.current.set(name, field);
    else fields.current.delete(name);
  };
  return { spot, focus: (name: keyof Wrong) => fields.current.get(name)?.focus() };
}

type FieldsProps = {
  draft: Draft;
  wrong: Wrong;
  spot: ReturnType<typeof useSpots>["spot"];
  onWrite: Write;
};

function LaneFields(props: FieldsProps) {
  const { draft, wrong, spot, onWrite } = props;
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
        ref={spot("destination")}
        error={wrong.destination}
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
        ref={spot("suspendedOn")}
        error={wrong.suspendedOn}
        value={draft.suspendedOn}
        onChange={(event) => onWrite({ suspendedOn: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

function ReasonFields(props: FieldsProps) {
  const { draft, wrong, spot, onWrite } = props;
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
        ref={spot("reason")}
        error={wrong.reason}
        value={draft.reason}
        onChange={(event) => onWrite({ reason: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Select
          label="How sure"
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
  const [wrong, setWrong] = useState<Wrong>({});
  const [errorCode, setError] = useState<string | null>(null);
  const { spot, focus } = useSpots();
  const write: Write = (changes) => {
    setDraft((before) => ({ ...before, ...changes }));
    setWrong({});
    setError(null);
  };
  const submit = async () => {
    const found = judge(draft);
    setWrong(found);
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
      setError(apiErrorMessage(error, toasts.unexpected.description));
      return;
    }
    void queryClient.invalidateQueries({ queryKey: api.lanes.key() });
    const description = laneName({ ...lane, destinationCode: country.code });
    showToast({ title: "Lane suspended", description, kind: "success" });
    props.onDone();
  };
  return (
    <Form label="Suspend a lane" onSubmit={submit}>
      <FormAlert message={errorCode} />
      <LaneFields draft={draft} wrong={wrong} spot={spot} onWrite={write} />
      <ReasonFields draft={draft} wrong={wrong} spot={spot} onWrite={write} />
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

/** Closes when the lane is marked, or the person gives up. */
export function SuspendLaneDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Suspend a lane" size="lg">
      {props.isOpen ? <SuspendLaneForm onDone={props.onClose} /> : null}
    </Dialog>
  );
}
