import { Button, Card, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { daySpans, parseOpeningHours } from "#catalogue/rules/opening-hours-text.ts";
import { addressFields, warehouseKinds, type OpeningHours } from "#catalogue/rules/warehouse.ts";
import { useApiClient } from "#catalogue/web/api.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { languageNames, type Language } from "#platform/rules/language.ts";
import { useRefetch } from "#ui/web/action.ts";
import { EditConflict, useEditConflict } from "#ui/web/admin/edit-conflict.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { Form, FormError } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { weekdayName } from "#ui/web/i18n/texts.ts";
import { Select } from "#ui/web/select.tsx";
import {
  fieldLabel,
  freeCode,
  hasOwnAddress,
  hoursError,
  mergedTexts,
  otherLanguages,
  textsOf,
  warehouseSchema,
  type WarehouseField,
} from "./warehouse-texts.ts";
import { warehousesPath } from "./warehouses-path.ts";

type WarehouseForm = AppForm<WarehouseField>;

function GeneralFields({ form }: { form: WarehouseForm }) {
  return (
    <DialogSection order={2} title={t("admin-warehouses.section.general")}>
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
          {...form.field("phone")}
          label={t("admin-warehouses.field.phone")}
          description={t("admin-warehouses.field.phoneHint")}
          inputMode="tel"
          withAsterisk
          maxLength={40}
          autoComplete="off"
        />
        <TextInput
          {...form.field("smsPhone")}
          label={t("admin-warehouses.field.smsPhone")}
          description={t("admin-warehouses.field.smsPhoneHint")}
          inputMode="tel"
          maxLength={40}
          autoComplete="off"
        />
      </SimpleGrid>
    </DialogSection>
  );
}

function AddressInputs(props: { form: WarehouseForm; language: Language }) {
  const { form, language } = props;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
      {addressFields.map((field) => (
        <TextInput
          key={field}
          {...form.field(`${field}_${language}`)}
          label={t(`admin-warehouses.field.${field}`)}
          style={field === "street" ? { gridColumn: "1 / -1" } : {}}
          lang={language}
          withAsterisk={language === "en"}
          maxLength={200}
          autoComplete="off"
        />
      ))}
    </SimpleGrid>
  );
}

/** The address, typed once, and below it on demand what shops and couriers read in Chinese. */
function Addresses({ form }: { form: WarehouseForm }) {
  const [isAdded, setAdded] = useState(false);
  const isShown = isAdded || otherLanguages.some((other) => hasOwnAddress(form.values, other));
  return (
    <>
      <DialogSection order={2} title={t("admin-warehouses.column.address")}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t("admin-warehouses.addressHint")}
          </Text>
          <AddressInputs form={form} language="en" />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput
              {...form.field("postalCode")}
              label={t("admin-warehouses.field.postalCode")}
              placeholder={t("admin-warehouses.field.postalCodeHint")}
              maxLength={20}
              autoComplete="off"
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
          </SimpleGrid>
          {isShown ? null : (
            <Button variant="default" style={{ alignSelf: "start" }} onClick={() => setAdded(true)}>
              {t("admin-warehouses.addChinese")}
            </Button>
          )}
        </Stack>
      </DialogSection>
      {isShown
        ? otherLanguages.map((language) => (
            <DialogSection
              order={2}
              key={language}
              title={t("admin-warehouses.section.address", { language: languageNames[language] })}
            >
              <AddressInputs form={form} language={language} />
            </DialogSection>
          ))
        : null}
    </>
  );
}

/** What was understood of the opening hours, day by day. */
function ReadHours({ read }: { read: OpeningHours }) {
  return (
    <ul className="plain-list" aria-label={t("admin-warehouses.hours.read")}>
      {daySpans(read).map(({ first, last, hours }) => (
        <Text key={first} component="li" size="sm">
          {t("admin-warehouses.hours.ofDays", {
            days:
              first === last ? weekdayName(first) : `${weekdayName(first)}–${weekdayName(last)}`,
            hours:
              hours === null
                ? t("admin-warehouses.hours.closed")
                : `${hours.opensAt}–${hours.closesAt}`,
          })}
        </Text>
      ))}
    </ul>
  );
}

function HoursFields({ form }: { form: WarehouseForm }) {
  // Nothing is wrong before the field was left.
  const [isLeft, setLeft] = useState(false);
  const field = form.field("hours");
  const parsed = parseOpeningHours(field.value);
  const problem = isLeft && "problem" in parsed ? hoursError(parsed.problem) : undefined;
  return (
    <DialogSection order={2} title={t("admin-warehouses.section.hours")}>
      <Stack gap="md">
        <Stack gap={6}>
          <TextInput
            {...field}
            error={field.error ?? problem}
            onBlur={() => setLeft(true)}
            label={t("admin-warehouses.field.hours")}
            description={t("admin-warehouses.field.hoursHint")}
            withAsterisk
            maxLength={200}
            autoComplete="off"
          />
          {"hours" in parsed ? <ReadHours read={parsed.hours} /> : null}
        </Stack>
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

/** What is filled in already. */
function FurtherFields({ form, isOpened }: { form: WarehouseForm; isOpened: boolean }) {
  return (
    <DialogSection order={2} title={t("admin-warehouses.section.further")}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("code")}
          label={t("admin-warehouses.field.code")}
          description={t("admin-warehouses.field.codeHint")}
          withAsterisk
          maxLength={8}
          autoComplete="off"
        />
        <TextInput
          {...form.field("receiverNamePattern")}
          label={t("admin-warehouses.field.pattern")}
          description={t("admin-warehouses.field.patternHint")}
          withAsterisk
          maxLength={60}
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
        <TextInput
          {...form.field("timeZone")}
          label={t("admin-warehouses.field.timeZone")}
          withAsterisk
          maxLength={60}
          autoComplete="off"
        />
        {isOpened ? (
          <Select
            {...form.field("state")}
            label={t("admin-warehouses.field.state")}
            data={[
              { value: "active", label: t("admin-warehouses.field.stateActive") },
              { value: "inactive", label: t("admin-warehouses.field.stateInactive") },
            ]}
          />
        ) : null}
      </SimpleGrid>
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

function useWarehouseForm({ warehouse, codes }: Props) {
  const client = useApiClient();
  const refetch = useRefetch();
  const navigate = useNavigate();
  const conflict = useEditConflict<Warehouse | null>(warehouse, readWarehouse);
  const { base } = conflict;
  const begun = textsOf();
  const form = useAppForm({
    schema: warehouseSchema,
    initialValues:
      base === null ? { ...begun, code: freeCode(begun.country, codes) } : textsOf(base),
    following: ({ country }) => (base === null ? { code: freeCode(country, codes) } : {}),
    startAt: "name",
    fieldOf: { warehouse_code_taken: "code" },
    draft: { name: `warehouse:${warehouse?.id ?? "new"}`, version: warehouse?.updatedAt ?? "" },
    onSubmit: async (fields, { showToast }) => {
      const isNew = base === null;
      if (isNew) await client.warehouses.createWarehouse(fields);
      else {
        const { id: warehouseId, updatedAt: expectedVersion } = base;
        await client.warehouses.updateWarehouse({ warehouseId, fields, expectedVersion });
      }
      refetch();
      showToast({
        title: t(isNew ? "admin-warehouses.created" : "admin-warehouses.updated"),
        description: isNew ? t("admin-warehouses.createdHint") : fields.name,
        kind: "success",
      });
      await navigate(warehousesPath);
    },
    onError: conflict.catchError,
  });
  return { form, conflict };
}

type Props = {
  /** null enters a new one. */
  readonly warehouse: Warehouse | null;
  /** Those of all warehouses. */
  readonly codes: readonly string[];
};

export function WarehouseForm(props: Props) {
  const { form, conflict } = useWarehouseForm(props);
  const { base, saved } = conflict;
  const theirs = textsOf(saved ?? undefined);
  const merged = mergedTexts(textsOf(base ?? undefined), form.values, theirs);
  const names = Object.keys(theirs) as WarehouseField[];
  const isConflict = apiErrorCode(form.error) === "conflict";
  const isOpened = (base?.openedAt ?? null) !== null;
  return (
    <Card>
      <Form
        form={form}
        label={t(props.warehouse ? "admin-warehouses.editTitle" : "admin-warehouses.enter")}
      >
        {saved === undefined ? null : (
          <EditConflict
            title={t("admin-warehouses.conflict")}
            differences={names
              .filter((name) => merged[name] !== theirs[name])
              .map((name) => ({
                label: fieldLabel(name),
                saved: theirs[name],
                mine: merged[name],
              }))}
            isSaving={form.isSubmitting}
            onSaveMine={() => conflict.saveMine(form, saved, merged)}
            onTakeTheirs={() => {
              conflict.accept(saved);
              form.write(theirs);
            }}
          />
        )}
        <Stack gap="lg">
          <GeneralFields form={form} />
          <Addresses form={form} />
          <HoursFields form={form} />
          <FurtherFields form={form} isOpened={isOpened} />
        </Stack>
        {isConflict ? null : (
          <FormError form={form} fallback={t("toasts.unexpected.description")} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button component={Link} to={warehousesPath} variant="default">
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={form.isSubmitting}>
            {t("admin-warehouses.save")}
          </Button>
        </Group>
      </Form>
    </Card>
  );
}
