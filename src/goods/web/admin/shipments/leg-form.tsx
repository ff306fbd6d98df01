import { Autocomplete, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useEffect } from "react";
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
import { useApiClient } from "#goods/web/api.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useAppForm, type AppForm, type Field, type SubmitTools } from "#ui/web/app-form.ts";
import { Moment } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { fieldsOf, legSchema, localTimeText, textsOf } from "./leg-draft.ts";
import { EditConflict, useEditConflict } from "#ui/web/admin/edit-conflict.tsx";
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

function useLegSaving(packageId: string, leg: ShippingLeg | null, onDone: () => void) {
  const client = useApiClient();
  const changes = useShipmentChanges();
  const conflict = useEditConflict<LegFields | undefined>(undefined, readLeg);
  const save = async (begun: LegFields, fields: LegFields, tools: SubmitTools<LegField>) => {
    changes.store(
      leg === null
        ? await client.packages.addLeg({ packageId, ...fields })
        : await client.packages.updateLeg({
            legId: leg.id,
            ...fields,
            expectedVersion: conflict.base ?? begun,
          }),
    );
    tools.removeDraft();
    tools.showToast({
      ...(leg === null ? toastText("legAdded") : toastText("legUpdated")),
      kind: "success",
    });
    onDone();
  };
  const showError = (error: unknown, { showToast }: SubmitTools<LegField>) => {
    const isConflict = conflict.catchError(error);
    if (isConflict) changes.refresh();
    showToast({ ...failureText(error, leg === null, isConflict), kind: "destructive" });
  };
  return { save, showError, conflict };
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
  const { save, showError, conflict } = useLegSaving(pkg.id, leg, props.onDone);
  const { saved } = conflict;
  const form = useAppForm({
    schema: legSchema,
    initialValues: textsOf(leg, pkg.legs.at(-1)?.destination ?? pkg.origin),
    startAt: "origin",
    draft: { name: `leg:${pkg.id}:${leg?.id ?? "new"}` },
    onSubmit: (wanted, tools) => save(fieldsOf(tools.original), wanted, tools),
    onError: showError,
  });
  const { element } = form;
  useEffect(() => {
    element?.scrollIntoView({ block: "nearest" });
  }, [element]);
  const merged = (current: LegFields) =>
    mergedLegEdit(fieldsOf(form.readOriginal()), fieldsOf(form.values), current);
  return (
    <DialogForm
      form={form}
      label={
        leg === null
          ? t("admin-shipment-details.newLeg")
          : t("admin-shipment-details.editLeg", { number: leg.legNumber })
      }
      submitLabel={
        leg === null ? t("admin-shipment-details.addLeg") : t("admin-shipment-details.saveLeg")
      }
      onCancel={props.onDone}
      fallback={null}
    >
      {saved === undefined ? null : (
        <LegConflict
          current={saved}
          mine={merged(saved)}
          isSaving={form.isSubmitting}
          onTakeTheirs={() => {
            form.reset();
            conflict.accept(undefined);
            form.focus("origin");
          }}
          onSaveMine={() => conflict.saveMine(form, saved, textsOf(merged(saved), ""))}
        />
      )}
      <LegInputs form={form} />
    </DialogForm>
  );
}

/** The leg that somebody else saved, in the details of a conflict of a leg. */
function readLeg(current: unknown): LegFields | undefined {
  if (typeof current !== "object" || current === null) return undefined;
  const values = current as Readonly<Record<string, unknown>>;
  const isText = (name: string) => typeof values[name] === "string";
  const areTextsOrNull = legFieldNames.every((name) => isText(name) || values[name] === null);
  return areTextsOrNull && isText("origin") && isText("destination")
    ? (current as LegFields)
    : undefined;
}
