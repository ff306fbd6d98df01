/** The form of a leg, new or existing: places, carrier, number, times and notes. */
import { Autocomplete, Button, Group, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toasts } from "#contract/messages.ts";
import type { Shipment, ShippingLeg } from "#contract/packages.ts";
import { carriers } from "#core/carrier.ts";
import {
  differingLegFields,
  legFieldLabels,
  legFieldsOf,
  mergedLegEdit,
  type LegField,
  type LegFields,
} from "#core/leg-edit.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { Moment } from "#web/ui/figures.tsx";
import { Form } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { draftOf, fieldsOf, type LegDraft } from "./leg-draft.ts";
import { SavedFirstNote } from "#web/admin/edit-conflict.tsx";
import { legSavedMeanwhile } from "#web/admin/conflicting-version.ts";
import { useShipmentChanges } from "./shipment-changes.ts";

function failureText(error: unknown, isNew: boolean, isTooLate: boolean) {
  if (apiErrorCode(error) === "too_many_legs") return toasts.tooManyLegs;
  return {
    title: (isNew ? toasts.legNotAdded : toasts.legNotUpdated).title,
    // The ways on stand in the form then; to reload is none of them.
    description: isTooLate
      ? "Somebody else saved this leg first."
      : apiErrorMessage(error, toasts.unexpected.description),
  };
}

/** Sends the leg and tells how it went; `saved` is what somebody else made of it meanwhile. */
function useLegSaving(packageId: string, leg: ShippingLeg | null, onDone: () => void) {
  const api = useApi();
  const changes = useShipmentChanges();
  const adding = useMutation(api.packages.addLeg.mutationOptions());
  const updating = useMutation(api.packages.updateLeg.mutationOptions());
  const [saved, setSaved] = useState<LegFields | null>(null);
  const save = async (seen: LegFields, fields: LegFields): Promise<void> => {
    try {
      changes.keep(
        leg === null
          ? await adding.mutateAsync({ packageId, ...fields })
          : await updating.mutateAsync({ legId: leg.id, ...fields, seen }),
      );
    } catch (error) {
      const meanwhile = legSavedMeanwhile(error);
      setSaved(meanwhile);
      if (meanwhile !== null) changes.refresh();
      showToast({ ...failureText(error, leg === null, meanwhile !== null), kind: "destructive" });
      return;
    }
    showToast({ ...(leg === null ? toasts.legAdded : toasts.legUpdated), kind: "success" });
    onDone();
  };
  return { save, saved, setSaved, isSaving: adding.isPending || updating.isPending };
}

const emptyLeg: LegFields = {
  origin: "",
  destination: "",
  carrier: null,
  trackingNumber: null,
  estimatedDeparture: null,
  estimatedArrival: null,
  notes: null,
};

/**
 * What is being written. A field that is not written in follows the leg, so that saving undoes nothing that others
 * have changed meanwhile; of one that is, `seen` keeps what stood there before.
 */
function useLegDraft(leg: ShippingLeg | null, startsAt: string) {
  const [written, setWritten] = useState<Partial<LegDraft>>({});
  const [begun, setBegun] = useState<Partial<LegFields>>({});
  const current = leg === null ? emptyLeg : legFieldsOf(leg);
  const seen: LegFields = { ...current, ...begun };
  const draft: LegDraft = { ...draftOf(leg, startsAt), ...written };
  return {
    draft,
    seen,
    wanted: fieldsOf(draft, leg === null ? null : seen),
    write: (name: LegField, value: string) => {
      setWritten((before) => ({ ...before, [name]: value }));
      setBegun((before) => (name in before ? before : { ...before, [name]: current[name] }));
    },
    clear: () => {
      setWritten({});
      setBegun({});
    },
  };
}

function shown(fields: LegFields, name: LegField) {
  const value = fields[name];
  if (value === null) return "None";
  const isTime = name === "estimatedDeparture" || name === "estimatedArrival";
  return isTime ? <Moment at={value} withTime /> : value;
}

function LegConflict(props: {
  current: LegFields;
  mine: LegFields;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { current, mine, ...rest } = props;
  return (
    <SavedFirstNote
      what="this leg"
      differences={differingLegFields(current, mine).map((name) => ({
        label: legFieldLabels[name],
        saved: shown(current, name),
        mine: shown(mine, name),
      }))}
      {...rest}
    />
  );
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
  const { save, saved, setSaved, isSaving } = useLegSaving(shipment.id, leg, props.onDone);
  const writing = useLegDraft(leg, shipment.legs.at(-1)?.destination ?? shipment.origin);
  const { draft, seen, wanted } = writing;
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
      writing.write(name, event.currentTarget.value);
    },
  });
  const missing = (name: "origin" | "destination") =>
    isJudged && draft[name].trim() === "" ? toasts.missingPackageInformation.description : null;
  const submit = async () => {
    if (isSaving) return;
    setJudged(true);
    if (wanted.origin === "" || wanted.destination === "") {
      showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
      (wanted.origin === "" ? origin : destination).current?.focus();
      return;
    }
    await save(seen, wanted);
  };
  const name = leg === null ? "New leg" : `Edit leg ${leg.legNumber}`;
  return (
    <Form label={name} onSubmit={submit}>
      {saved === null ? null : (
        <LegConflict
          current={saved}
          mine={mergedLegEdit(seen, wanted, saved)}
          isSaving={isSaving}
          onTakeTheirs={() => {
            writing.clear();
            setSaved(null);
            origin.current?.focus();
          }}
          onSaveMine={() => void save(saved, mergedLegEdit(seen, wanted, saved))}
        />
      )}
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
          onChange={(carrier) => writing.write("carrier", carrier)}
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
