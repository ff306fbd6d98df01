/** The form of a leg, new or existing: places, carrier, number, times and notes. */
import { Autocomplete, Button, Group, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toasts } from "#contract/messages.ts";
import type { Shipment, ShippingLeg } from "#contract/packages.ts";
import { carriers } from "#core/carrier.ts";
import { problemCode, problemSentence, useApi } from "#web/api.tsx";
import { Form } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { draftOf, fieldsOf, type LegDraft, type LegFields } from "./leg-draft.ts";
import { useShipmentChanges } from "./shipment-changes.ts";

/** Sends the leg and tells how it went; answers whether it is saved. */
function useLegSaving(packageId: string, leg: ShippingLeg | null) {
  const api = useApi();
  const changes = useShipmentChanges();
  const adding = useMutation(api.packages.addLeg.mutationOptions());
  const updating = useMutation(api.packages.updateLeg.mutationOptions());
  const save = async (fields: LegFields): Promise<boolean> => {
    try {
      changes.keep(
        leg === null
          ? await adding.mutateAsync({ packageId, ...fields })
          : await updating.mutateAsync({ legId: leg.id, ...fields }),
      );
    } catch (error) {
      const failed = leg === null ? toasts.legNotAdded : toasts.legNotUpdated;
      showToast({
        ...(problemCode(error) === "too_many_legs"
          ? toasts.tooManyLegs
          : {
              title: failed.title,
              description: problemSentence(error, toasts.unexpected.description),
            }),
        kind: "destructive",
      });
      return false;
    }
    showToast({ ...(leg === null ? toasts.legAdded : toasts.legUpdated), kind: "success" });
    return true;
  };
  return { save, isSaving: adding.isPending || updating.isPending };
}

/**
 * The form; what was typed stays when saving fails.
 * @param leg the leg to edit, null for a new one.
 * @param onDone is called when the leg is saved or the person gives up.
 */
export function LegForm(props: {
  shipment: Shipment;
  leg: ShippingLeg | null;
  onDone: () => void;
}) {
  const { shipment, leg } = props;
  const { save, isSaving } = useLegSaving(shipment.id, leg);
  // What is not written in follows the leg, so that saving undoes nothing that others have changed meanwhile.
  const [written, setWritten] = useState<Partial<LegDraft>>({});
  const draft = {
    ...draftOf(leg, shipment.legs.at(-1)?.destination ?? shipment.origin),
    ...written,
  };
  const [isJudged, setJudged] = useState(false);
  const origin = useRef<HTMLInputElement>(null);
  const destination = useRef<HTMLInputElement>(null);
  useEffect(() => {
    origin.current?.focus();
    origin.current?.form?.scrollIntoView({ block: "nearest" });
  }, []);
  const field = (name: keyof LegDraft, maxLength?: number) => ({
    value: draft[name],
    ...(maxLength === undefined ? {} : { maxLength }),
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setWritten((before) => ({ ...before, [name]: value }));
    },
  });
  const missing = (name: "origin" | "destination") =>
    isJudged && draft[name].trim() === "" ? toasts.missingPackageInformation.description : null;
  const submit = async () => {
    if (isSaving) return;
    const fields = fieldsOf(draft, leg);
    setJudged(true);
    if (fields.origin === "" || fields.destination === "") {
      showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
      (fields.origin === "" ? origin : destination).current?.focus();
      return;
    }
    if (await save(fields)) props.onDone();
  };
  const name = leg === null ? "New leg" : `Edit leg ${leg.legNumber}`;
  return (
    <Form label={name} onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput
          ref={origin}
          label="Origin"
          required
          error={missing("origin")}
          {...field("origin", 120)}
        />
        <TextInput
          ref={destination}
          label="Destination"
          required
          error={missing("destination")}
          {...field("destination", 120)}
        />
        <Autocomplete
          label="Carrier"
          data={carriers.map((carrier) => carrier.name)}
          maxLength={120}
          value={draft.carrier}
          onChange={(carrier) => setWritten((before) => ({ ...before, carrier }))}
        />
        <TextInput label="Tracking number" {...field("trackingNumber", 64)} />
        <TextInput
          type="datetime-local"
          label="Estimated departure"
          {...field("estimatedDeparture")}
        />
        <TextInput type="datetime-local" label="Estimated arrival" {...field("estimatedArrival")} />
      </SimpleGrid>
      <Textarea label="Notes" rows={2} {...field("notes", 2000)} />
      <Group gap="sm" justify="flex-end">
        <Button variant="default" disabled={isSaving} onClick={props.onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving}>
          {leg === null ? "Add leg" : "Save leg"}
        </Button>
      </Group>
    </Form>
  );
}
