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
import { Form } from "#web/ui/plain-form.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { draftOf, fieldsOf, type LegDraft } from "./leg-draft.ts";
import { EditConflict } from "#web/admin/edit-conflict.tsx";
import { conflictingLeg } from "#web/admin/conflicting-version.ts";
import { useShipmentChanges } from "./shipment-changes.ts";

function failureText(error: unknown, isNew: boolean, isConflict: boolean) {
  if (apiErrorCode(error) === "too_many_legs") return toasts.tooManyLegs;
  return {
    title: (isNew ? toasts.legNotAdded : toasts.legNotUpdated).title,
    // The form itself then offers both versions, so that the message must not suggest a reload.
    description: isConflict
      ? "Somebody else saved this leg first."
      : apiErrorMessage(error, toasts.unexpected.description),
  };
}

/** `saved` is the leg as somebody else saved it in the meantime; null without a conflict. */
function useLegSaving(packageId: string, leg: ShippingLeg | null, onDone: () => void) {
  const api = useApi();
  const changes = useShipmentChanges();
  const adding = useMutation(api.packages.addLeg.mutationOptions());
  const updating = useMutation(api.packages.updateLeg.mutationOptions());
  const [saved, setSaved] = useState<LegFields | null>(null);
  const save = async (expected: LegFields, fields: LegFields): Promise<void> => {
    try {
      changes.store(
        leg === null
          ? await adding.mutateAsync({ packageId, ...fields })
          : await updating.mutateAsync({ legId: leg.id, ...fields, expectedFields: expected }),
      );
    } catch (error) {
      const conflicting = conflictingLeg(error);
      setSaved(conflicting);
      if (conflicting !== null) changes.refresh();
      showToast({ ...failureText(error, leg === null, conflicting !== null), kind: "destructive" });
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
 * The draft of a leg. Unedited fields follow the leg, so that saving does not undo what others changed in the
 * meantime; for edited fields `expected` holds the value from before the edit.
 */
function useLegDraft(leg: ShippingLeg | null, startsAt: string) {
  const [edited, setEdited] = useState<Partial<LegDraft>>({});
  const [original, setOriginal] = useState<Partial<LegFields>>({});
  const current = leg === null ? emptyLeg : legFieldsOf(leg);
  const expected: LegFields = { ...current, ...original };
  const draft: LegDraft = { ...draftOf(leg, startsAt), ...edited };
  return {
    draft,
    expected,
    wanted: fieldsOf(draft, leg === null ? null : expected),
    write: (name: LegField, value: string) => {
      setEdited((before) => ({ ...before, [name]: value }));
      setOriginal((before) => (name in before ? before : { ...before, [name]: current[name] }));
    },
    clear: () => {
      setEdited({});
      setOriginal({});
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
    <EditConflict
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
 * The input stays when saving fails.
 * @param props.leg the leg to edit, null for a new one.
 * @param props.onDone is called when the leg is saved or the edit is cancelled.
 */
export function LegForm(props: {
  shipment: Shipment;
  leg: ShippingLeg | null;
  onDone: () => void;
}) {
  const { shipment, leg } = props;
  const { save, saved, setSaved, isSaving } = useLegSaving(shipment.id, leg, props.onDone);
  const legDraft = useLegDraft(leg, shipment.legs.at(-1)?.destination ?? shipment.origin);
  const { draft, expected, wanted } = legDraft;
  const [isSubmitted, setSubmitted] = useState(false);
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
      legDraft.write(name, event.currentTarget.value);
    },
  });
  const missing = (name: "origin" | "destination") =>
    isSubmitted && draft[name].trim() === "" ? toasts.missingPackageInformation.description : null;
  const submit = async () => {
    if (isSaving) return;
    setSubmitted(true);
    if (wanted.origin === "" || wanted.destination === "") {
      showToast({ ...toasts.missingPackageInformation, kind: "destructive" });
      (wanted.origin === "" ? origin : destination).current?.focus();
      return;
    }
    await save(expected, wanted);
  };
  const name = leg === null ? "New leg" : `Edit leg ${leg.legNumber}`;
  return (
    <Form label={name} onSubmit={submit}>
      {saved === null ? null : (
        <LegConflict
          current={saved}
          mine={mergedLegEdit(expected, wanted, saved)}
          isSaving={isSaving}
          onTakeTheirs={() => {
            legDraft.clear();
            setSaved(null);
            origin.current?.focus();
          }}
          onSaveMine={() => void save(saved, mergedLegEdit(expected, wanted, saved))}
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
          onChange={(carrier) => legDraft.write("carrier", carrier)}
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
