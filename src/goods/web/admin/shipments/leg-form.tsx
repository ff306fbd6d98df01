import { Autocomplete, Button, Group, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { legFieldLabel } from "#goods/web/packages/package-labels.ts";
import type { Shipment, ShippingLeg } from "#goods/contract/packages.ts";
import {
  differingLegFields,
  mergedLegEdit,
  type LegField,
  type LegFields,
  legFieldNames,
} from "#goods/rules/leg-edit.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useAppForm, type AppForm, type Field, type SubmitTools } from "#ui/web/app-form.ts";
import { Moment } from "#ui/web/figures.tsx";
import { Form } from "#ui/web/form.tsx";
import { fieldsOf, legSchema, localTimeText, textsOf } from "./leg-draft.ts";
import { EditConflict, conflictingVersion } from "#ui/web/admin/edit-conflict.tsx";
import { useShipmentChanges } from "./shipment-changes.ts";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

function failureText(error: unknown, isNew: boolean, isConflict: boolean) {
  if (apiErrorCode(error) === "too_many_legs") return toastText("tooManyLegs");
  return {
    title: (isNew ? toastText("legNotAdded") : toastText("legNotUpdated")).title,
    // The form itself then offers both versions, so that the message must not suggest a reload.
    description: isConflict
      ? t("admin-shipment-details.legConflict.text")
      : apiErrorMessage(error, t("toasts.unexpected.description")),
  };
}

type Tools = Pick<SubmitTools<LegField>, "showToast" | "removeDraft">;

/** `saved` is the leg as somebody else saved it in the meantime; null without a conflict. */
function useLegSaving(packageId: string, leg: ShippingLeg | null, onDone: () => void) {
  const api = useApi();
  const changes = useShipmentChanges();
  const adding = useMutation(api.packages.addLeg.mutationOptions());
  const updating = useMutation(api.packages.updateLeg.mutationOptions());
  const [saved, setSaved] = useState<LegFields | null>(null);
  const save = async (expected: LegFields, fields: LegFields, tools: Tools): Promise<void> => {
    changes.store(
      leg === null
        ? await adding.mutateAsync({ packageId, ...fields })
        : await updating.mutateAsync({ legId: leg.id, ...fields, expectedFields: expected }),
    );
    tools.removeDraft();
    tools.showToast({
      ...(leg === null ? toastText("legAdded") : toastText("legUpdated")),
      kind: "success",
    });
    onDone();
  };
  const showError = (error: unknown, { showToast }: Tools) => {
    const conflicting = conflictingLeg(error);
    setSaved(conflicting);
    if (conflicting !== null) changes.refresh();
    showToast({ ...failureText(error, leg === null, conflicting !== null), kind: "destructive" });
  };
  const isSaving = adding.isPending || updating.isPending;
  return { save, showError, saved, setSaved, isSaving };
}

function shown(fields: LegFields, name: LegField) {
  const value = fields[name];
  if (value === null) return t("common.none");
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
      title={t("admin-shipment-details.legConflict.title")}
      differences={differingLegFields(current, mine).map((name) => ({
        label: legFieldLabel(name),
        saved: shown(current, name),
        mine: shown(mine, name),
      }))}
      {...rest}
    />
  );
}

/** A time that is unchanged keeps its seconds, which the input does not show. */
function TimeInput(props: { field: Field; original: string; label: string }) {
  const { field, original } = props;
  return (
    <TextInput
      {...field}
      type="datetime-local"
      label={props.label}
      autoComplete="off"
      value={localTimeText(field.value)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        field.onChange(text === localTimeText(original) ? original : text);
      }}
    />
  );
}

function LegInputs({ form }: { form: AppForm<LegField> }) {
  const { items } = useCarriers();
  const offered = items?.filter(({ isActive }) => isActive) ?? [];
  const { field } = form;
  const original = form.readOriginal();
  const text = { autoComplete: "off", maxLength: 120 };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput {...field("origin")} {...text} label={t("common.origin")} required />
        <TextInput {...field("destination")} {...text} label={t("common.destination")} required />
        <Autocomplete
          {...field("carrier")}
          label={t("common.carrier")}
          data={offered.map(({ name }) => name)}
          maxLength={120}
        />
        <TextInput
          {...field("trackingNumber")}
          {...text}
          label={t("common.trackingNumber")}
          maxLength={64}
        />
        <TimeInput
          field={field("estimatedDeparture")}
          original={original.estimatedDeparture}
          label={t("admin-shipment-details.estimatedDeparture")}
        />
        <TimeInput
          field={field("estimatedArrival")}
          original={original.estimatedArrival}
          label={t("admin-shipment-details.estimatedArrival")}
        />
      </SimpleGrid>
      <Textarea
        {...field("notes")}
        label={t("admin-shipment-details.notes")}
        rows={2}
        maxLength={2000}
        autoComplete="off"
      />
    </>
  );
}

/**
 * The input stays when saving fails.
 * @param props.leg the leg to edit, null for a new one.
 * @param props.onDone is called when the leg is saved or the edit is cancelled.
 */
export function LegForm(props: { pkg: Shipment; leg: ShippingLeg | null; onDone: () => void }) {
  const { pkg, leg } = props;
  const saving = useLegSaving(pkg.id, leg, props.onDone);
  const { save, showError, saved, setSaved, isSaving } = saving;
  const form = useAppForm({
    schema: legSchema,
    initialValues: textsOf(leg, pkg.legs.at(-1)?.destination ?? pkg.origin),
    startAt: "origin",
    draft: { name: `leg:${pkg.id}:${leg?.id ?? "new"}` },
    onSubmit: (wanted, tools) => save(fieldsOf(tools.original), wanted, tools),
    onInvalid: (_, { showToast }) =>
      showToast({ ...toastText("missingPackageInformation"), kind: "destructive" }),
    onError: showError,
  });
  const { element } = form;
  useEffect(() => {
    element?.scrollIntoView({ block: "nearest" });
  }, [element]);
  const merged = (current: LegFields) =>
    mergedLegEdit(fieldsOf(form.readOriginal()), fieldsOf(form.values), current);
  return (
    <Form
      form={form}
      label={
        leg === null
          ? t("admin-shipment-details.newLeg")
          : t("admin-shipment-details.editLeg", { number: leg.legNumber })
      }
    >
      {saved === null ? null : (
        <LegConflict
          current={saved}
          mine={merged(saved)}
          isSaving={isSaving}
          onTakeTheirs={() => {
            form.reset();
            setSaved(null);
            form.focus("origin");
          }}
          onSaveMine={() =>
            void save(saved, merged(saved), form).catch((error: unknown) => showError(error, form))
          }
        />
      )}
      <LegInputs form={form} />
      <Group gap="sm" justify="flex-end">
        <Button variant="default" disabled={isSaving} onClick={props.onDone}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" loading={isSaving}>
          {leg === null ? t("admin-shipment-details.addLeg") : t("admin-shipment-details.saveLeg")}
        </Button>
      </Group>
    </Form>
  );
}

/** The leg that somebody else saved, when `error` is an edit conflict of a leg; otherwise null. */
function conflictingLeg(error: unknown): LegFields | null {
  const current = conflictingVersion(error);
  if (typeof current !== "object" || current === null) return null;
  const values = current as Readonly<Record<string, unknown>>;
  const isText = (name: string) => typeof values[name] === "string";
  const areTextsOrNull = legFieldNames.every((name) => isText(name) || values[name] === null);
  return areTextsOrNull && isText("origin") && isText("destination")
    ? (current as LegFields)
    : null;
}
