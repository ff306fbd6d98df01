import { SimpleGrid, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Carrier } from "#catalogue/contract/carriers.ts";
import { carrierTextLengths, numberPlaceholder } from "#catalogue/rules/carrier.ts";
import { useRefetch } from "#ui/web/action.ts";
import { conflictingVersion, EditConflict } from "#ui/web/admin/edit-conflict.tsx";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#catalogue/web/api.ts";
import { carrierName } from "#catalogue/web/carriers/use-carriers.tsx";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { dayText } from "#ui/web/figures.tsx";
import { DialogForm, FormError } from "#ui/web/form.tsx";
import {
  carrierFieldNames,
  enteredOf,
  mergedTexts,
  schemaFor,
  textsOf,
  type CarrierField,
  type CarrierTexts,
} from "./carrier-draft.ts";
import { t } from "#ui/web/i18n/messages.tsx";

type CarrierFields = AppForm<CarrierField | "code">;

function fieldLabel(name: CarrierField): string {
  return t(`admin-carriers.field.${name}`);
}

function shownValue(name: CarrierField, text: string): string {
  if (name === "isActive" || name === "isNumberFilledIn") {
    return text === "" ? t("admin-carriers.no") : t("admin-carriers.yes");
  }
  if (text === "") return t("common.none");
  return name === "checkedOn" ? dayText(text) : text;
}

function NameFields({ form, isNew }: { form: CarrierFields; isNew: boolean }) {
  const text = { autoComplete: "off", maxLength: carrierTextLengths.name };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <TextInput
        {...form.field("name")}
        {...text}
        label={t("admin-carriers.field.name")}
        description={t("admin-carriers.nameHint")}
        withAsterisk
      />
      {isNew ? (
        <TextInput
          {...form.field("code")}
          {...text}
          label={t("admin-carriers.code")}
          description={t("admin-carriers.codeHint")}
          maxLength={carrierTextLengths.code}
          spellCheck={false}
          autoCapitalize="none"
          withAsterisk
        />
      ) : null}
      <TextInput
        {...form.field("nameZhHant")}
        {...text}
        label={t("admin-carriers.field.nameZhHant")}
        description={t("admin-carriers.chineseNameHint")}
        lang="zh-Hant-HK"
      />
      <TextInput
        {...form.field("nameZhHans")}
        {...text}
        label={t("admin-carriers.field.nameZhHans")}
        description={t("admin-carriers.chineseNameHint")}
        lang="zh-Hans"
      />
    </SimpleGrid>
  );
}

function CarrierSwitch(props: {
  form: CarrierFields;
  name: "isActive" | "isNumberFilledIn";
  description: string;
}) {
  const { form, name } = props;
  return (
    <Switch
      label={fieldLabel(name)}
      aria-label={fieldLabel(name)}
      description={props.description}
      checked={form.values[name] !== ""}
      onChange={(event) => form.write({ [name]: event.currentTarget.checked ? "on" : "" })}
    />
  );
}

function PageFields({ form, isRequired }: { form: CarrierFields; isRequired: boolean }) {
  return (
    <>
      <TextInput
        {...form.field("trackingPage")}
        label={t("admin-carriers.field.trackingPage")}
        description={t("admin-carriers.trackingPageHint", { placeholder: numberPlaceholder })}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={carrierTextLengths.trackingPage}
        withAsterisk={isRequired}
      />
      {form.values.trackingPage.includes(numberPlaceholder) ? (
        <CarrierSwitch
          form={form}
          name="isNumberFilledIn"
          description={t("admin-carriers.isNumberFilledInHint")}
        />
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("source")}
          label={t("admin-carriers.field.source")}
          description={t("admin-carriers.sourceHint")}
          autoComplete="off"
          maxLength={carrierTextLengths.source}
        />
        <TextInput
          {...form.field("checkedOn")}
          type="date"
          label={t("admin-carriers.field.checkedOn")}
          description={t("admin-carriers.checkedOnHint")}
          min="2000-01-01"
          max="2099-12-31"
          withAsterisk
        />
      </SimpleGrid>
      <CarrierSwitch form={form} name="isActive" description={t("admin-carriers.isActiveHint")} />
    </>
  );
}

type Tools = Pick<CarrierFields, "removeDraft" | "showToast">;

function useSaving(onDone: () => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  /** @param base the version that is changed, null for a new carrier. */
  const save = async (base: Carrier | null, code: string, texts: CarrierTexts, tools: Tools) => {
    const fields = enteredOf(texts);
    const saved =
      base === null
        ? await client.carriers.createCarrier({ carrierCode: code, fields })
        : await client.carriers.updateCarrier({
            carrierCode: base.code,
            expectedVersion: base.version,
            fields,
          });
    tools.removeDraft();
    refetch();
    tools.showToast({
      title: base === null ? t("admin-carriers.added") : t("admin-carriers.saved"),
      description: carrierName(saved),
      kind: "success",
    });
    onDone();
  };
  return { save, refetch };
}

/** What somebody else saved in the meantime, beside what was typed. */
function Conflict(props: {
  typed: CarrierTexts;
  shown: Carrier;
  current: Carrier;
  onSave: (texts: CarrierTexts) => Promise<void>;
  onTakeTheirs: () => void;
}) {
  const [isSaving, setSaving] = useState(false);
  const current = textsOf(props.current);
  const mine = mergedTexts(textsOf(props.shown), props.typed, current);
  const differing = carrierFieldNames.filter((name) => mine[name] !== current[name]);
  return (
    <EditConflict
      title={t("admin-carriers.conflict")}
      differences={differing.map((name) => ({
        label: fieldLabel(name),
        saved: shownValue(name, current[name]),
        mine: shownValue(name, mine[name]),
      }))}
      isSaving={isSaving}
      onTakeTheirs={props.onTakeTheirs}
      onSaveMine={() => {
        setSaving(true);
        void props.onSave(mine).finally(() => setSaving(false));
      }}
    />
  );
}

function CarrierForm(props: {
  /** As it was when the edit began, null for a new one. */
  shown: Carrier | null;
  onTakeTheirs: (current: Carrier) => void;
  onDone: () => void;
}) {
  const { shown } = props;
  const { save, refetch } = useSaving(props.onDone);
  const [current, setCurrent] = useState<Carrier | null>(null);
  const [{ schema, initialValues }] = useState(() => ({
    schema: schemaFor(shown),
    initialValues: { code: "", ...textsOf(shown) },
  }));
  const showConflict = (error: unknown) => {
    const stored = conflictingVersion(error);
    setCurrent(stored === undefined ? null : (stored as Carrier));
    if (stored !== undefined) refetch();
  };
  const form = useAppForm({
    schema,
    initialValues,
    startAt: "name",
    draft: { name: `carrier:${shown?.code ?? "new"}` },
    fieldOf: { invalid_tracking_page: "trackingPage" },
    onSubmit: ({ code, ...texts }, tools) => save(shown, code, texts, tools),
    onError: showConflict,
  });
  const saveMine = async (base: Carrier, texts: CarrierTexts) => {
    try {
      await save(base, base.code, texts, form);
    } catch (error) {
      showConflict(error);
      form.showToast({
        title: t("admin-carriers.notSaved"),
        description: apiErrorMessage(error, t("toasts.unexpected.description")),
        kind: "destructive",
      });
    }
  };
  return (
    <DialogForm
      form={form}
      label={titleFor(shown)}
      submitLabel={shown === null ? t("admin-carriers.add") : t("admin-carriers.save")}
      onCancel={props.onDone}
      fallback={null}
    >
      {shown === null || current === null ? (
        <FormError form={form} fallback={t("toasts.unexpected.description")} />
      ) : (
        <Conflict
          key={current.version}
          typed={form.values}
          shown={shown}
          current={current}
          onSave={(texts) => saveMine(current, texts)}
          onTakeTheirs={() => {
            form.removeDraft();
            props.onTakeTheirs(current);
          }}
        />
      )}
      <NameFields form={form} isNew={shown === null} />
      <PageFields form={form} isRequired={shown?.isOnTrackPage ?? false} />
    </DialogForm>
  );
}

function titleFor(carrier: Carrier | null): string {
  return carrier === null
    ? t("admin-carriers.add")
    : t("admin-carriers.editNamed", { carrier: carrierName(carrier) });
}

/** @param props.carrier the carrier to edit, null for a new one. */
export function CarrierDialog(props: {
  isOpen: boolean;
  carrier: Carrier | null;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={titleFor(props.carrier)} size="lg">
      {props.isOpen ? <OpenForm carrier={props.carrier} onDone={props.onClose} /> : null}
    </Dialog>
  );
}

function OpenForm(props: { carrier: Carrier | null; onDone: () => void }) {
  const [shown, setShown] = useState(props.carrier);
  return (
    <CarrierForm key={shown?.version} shown={shown} onTakeTheirs={setShown} onDone={props.onDone} />
  );
}
