import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { useRefetch } from "#ui/web/action.ts";
import { Dialog, DialogSection } from "#ui/web/dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { languageNames, languages, type Language } from "#platform/rules/language.ts";
import { addressFields, warehouseKinds } from "#catalogue/rules/warehouse.ts";
import { EditConflict, useEditConflict } from "#ui/web/admin/edit-conflict.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApiClient } from "#catalogue/web/api.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { DialogForm, FormError } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import {
  closesLabel,
  fieldLabel,
  opensLabel,
  mergedTexts,
  textsOf,
  warehouseSchema,
  weekdays,
  type WarehouseField,
} from "./warehouse-texts.ts";

/** @param props.warehouse null enters a new one. */
export function WarehouseDialog(props: {
  isOpen: boolean;
  warehouse: Warehouse | null;
  onClose: () => void;
}) {
  const { warehouse } = props;
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t(warehouse ? "admin-warehouses.editTitle" : "admin-warehouses.enter")}
      size="lg"
    >
      <WarehouseFormBody
        key={warehouse?.id ?? "new"}
        warehouse={warehouse}
        onDone={props.onClose}
      />
    </Dialog>
  );
}

type WarehouseForm = AppForm<WarehouseField>;

function GeneralFields({ form }: { form: WarehouseForm }) {
  return (
    <DialogSection title={t("admin-warehouses.section.general")}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("name")}
          label={t("admin-warehouses.field.name")}
          description={t("admin-warehouses.field.nameHint")}
          withAsterisk
          maxLength={60}
          autoComplete="off"
        />
        <TextInput
          {...form.field("code")}
          label={t("admin-warehouses.field.code")}
          description={t("admin-warehouses.field.codeHint")}
          withAsterisk
          maxLength={8}
          autoComplete="off"
        />
        <Select
          {...form.field("kind")}
          label={t("admin-warehouses.kind")}
          data={warehouseKinds.map((kind) => ({
            value: kind,
            label: t(`admin-warehouses.kind.${kind}`),
          }))}
        />
        <Select
          {...form.field("state")}
          label={t("admin-warehouses.field.state")}
          data={[
            { value: "active", label: t("admin-warehouses.field.stateActive") },
            { value: "inactive", label: t("admin-warehouses.field.stateInactive") },
          ]}
        />
        <Select
          {...form.select("country")}
          label={t("admin-warehouses.field.country")}
          data={countryOptions("byCode")}
          filter={({ search }) => matchingCountries("byCode", search)}
          searchable
          withAsterisk
          nothingFoundMessage={t("admin-warehouses.noMatch")}
        />
        <TextInput
          {...form.field("timeZone")}
          label={t("admin-warehouses.field.timeZone")}
          withAsterisk
          maxLength={60}
          autoComplete="off"
        />
      </SimpleGrid>
    </DialogSection>
  );
}

function AddressInputs({ form, language }: { form: WarehouseForm; language: Language }) {
  return (
    <DialogSection
      title={t("admin-warehouses.section.address", { language: languageNames[language] })}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
        {addressFields.map((field) => (
          <TextInput
            key={field}
            {...form.field(`${field}_${language}`)}
            label={t(`admin-warehouses.field.${field}`)}
            style={field === "street" ? { gridColumn: "1 / -1" } : {}}
            lang={language}
            withAsterisk
            maxLength={200}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
    </DialogSection>
  );
}

function ReceiverFields({ form }: { form: WarehouseForm }) {
  return (
    <DialogSection title={t("admin-warehouses.section.receiver")}>
      <Stack gap="md">
        <TextInput
          {...form.field("receiverNamePattern")}
          label={t("admin-warehouses.field.pattern")}
          description={t("admin-warehouses.field.patternHint")}
          withAsterisk
          maxLength={60}
          autoComplete="off"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput
            {...form.field("phone")}
            label={t("admin-warehouses.field.phone")}
            inputMode="tel"
            withAsterisk
            maxLength={40}
            autoComplete="off"
          />
          <TextInput
            {...form.field("postalCode")}
            label={t("admin-warehouses.field.postalCode")}
            placeholder={t("admin-warehouses.field.postalCodeHint")}
            maxLength={20}
            autoComplete="off"
          />
        </SimpleGrid>
      </Stack>
    </DialogSection>
  );
}

function HoursFields({ form }: { form: WarehouseForm }) {
  return (
    <DialogSection title={t("admin-warehouses.section.hours")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("admin-warehouses.field.hoursHint")}
      </Text>
      <Stack gap="md">
        {weekdays.map((day) => (
          <SimpleGrid key={day} cols={2} spacing="md">
            <TextInput {...form.field(`opens_${day}`)} type="time" label={opensLabel(day)} />
            <TextInput {...form.field(`closes_${day}`)} type="time" label={closesLabel(day)} />
          </SimpleGrid>
        ))}
        <Textarea
          {...form.field("closedDays")}
          label={t("admin-warehouses.field.closedDays")}
          description={t("admin-warehouses.field.closedDaysHint")}
          autosize
          minRows={2}
          maxLength={2000}
        />
      </Stack>
    </DialogSection>
  );
}

/** The warehouse that somebody else saved, in the details of a conflict. */
function readWarehouse(current: unknown): Warehouse | undefined {
  const isWarehouse =
    typeof current === "object" &&
    current !== null &&
    "updatedAt" in current &&
    "address" in current;
  return isWarehouse ? (current as Warehouse) : undefined;
}

function useWarehouseForm(warehouse: Warehouse | null, onDone: () => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  const conflict = useEditConflict<Warehouse | null>(warehouse, readWarehouse);
  const { base } = conflict;
  const form = useAppForm({
    schema: warehouseSchema,
    initialValues: textsOf(base ?? undefined),
    startAt: "name",
    fieldOf: { warehouse_code_taken: "code" },
    draft: { name: `warehouse:${warehouse?.id ?? "new"}`, version: warehouse?.updatedAt ?? "" },
    onSubmit: async (fields, { showToast }) => {
      if (base === null) await client.warehouses.createWarehouse(fields);
      else {
        const { id: warehouseId, updatedAt: expectedVersion } = base;
        await client.warehouses.updateWarehouse({ warehouseId, fields, expectedVersion });
      }
      refetch();
      showToast({
        title: t(base === null ? "admin-warehouses.created" : "admin-warehouses.updated"),
        description: fields.name,
        kind: "success",
      });
      onDone();
    },
    onError: conflict.catchError,
  });
  return { form, conflict };
}

/** @param props.warehouse null enters a new one. */
export function WarehouseFormBody(props: { warehouse: Warehouse | null; onDone: () => void }) {
  const { form, conflict } = useWarehouseForm(props.warehouse, props.onDone);
  const { base, saved } = conflict;
  const theirs = textsOf(saved ?? undefined);
  const merged = mergedTexts(textsOf(base ?? undefined), form.values, theirs);
  const names = Object.keys(theirs) as WarehouseField[];
  const isConflict = apiErrorCode(form.error) === "conflict";
  return (
    <DialogForm
      form={form}
      label={t(props.warehouse ? "admin-warehouses.editTitle" : "admin-warehouses.enter")}
      submitLabel={t("admin-warehouses.save")}
      onCancel={props.onDone}
      fallback={null}
    >
      {saved === undefined ? null : (
        <EditConflict
          title={t("admin-warehouses.conflict")}
          differences={names
            .filter((name) => merged[name] !== theirs[name])
            .map((name) => ({ label: fieldLabel(name), saved: theirs[name], mine: merged[name] }))}
          isSaving={form.isSubmitting}
          onSaveMine={() => conflict.saveMine(form, saved, merged)}
          onTakeTheirs={() => {
            conflict.accept(saved);
            form.write(theirs);
          }}
        />
      )}
      {isConflict ? null : <FormError form={form} fallback={t("toasts.unexpected.description")} />}
      <GeneralFields form={form} />
      {languages.map((language) => (
        <AddressInputs key={language} form={form} language={language} />
      ))}
      <ReceiverFields form={form} />
      <HoursFields form={form} />
    </DialogForm>
  );
}
