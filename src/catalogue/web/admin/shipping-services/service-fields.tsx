import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { countries, originCodes, type CountryCode } from "#catalogue/rules/country.ts";
import { displayCurrencies } from "#platform/rules/money.ts";
import {
  customsFormChoices,
  deliveryUnits,
  labelSources,
  serviceDuties,
  serviceModes,
  volumeDivisors,
  type CustomsFormChoice,
} from "#catalogue/rules/shipping-service.ts";
import { serviceLimits } from "#catalogue/rules/service-version.ts";
import { DialogSection } from "#ui/web/dialog.tsx";
import { NameInputs } from "#ui/web/admin/name-inputs.tsx";
import { carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { usualForm, type ServiceField } from "./service-texts.ts";

export type ServiceForm = AppForm<ServiceField>;

type Option = { readonly value: string; readonly label: string };

function useCarrierOptions(): Option[] {
  const { items } = useCarriers();
  return (items ?? []).map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }));
}

const countryChoices = (): Option[] =>
  countries.map(({ code }: { code: CountryCode }) => ({ value: code, label: countryName(code) }));

function yesNoOptions(hasUnknown: boolean): Option[] {
  return [
    { value: "yes", label: t("admin-services.yes") },
    { value: "no", label: t("admin-services.no") },
    ...(hasUnknown ? [{ value: "unknown", label: t("admin-services.unknown") }] : []),
  ];
}

function Choice(props: { form: ServiceForm; name: ServiceField; label: string; data: Option[] }) {
  return (
    <Select
      {...props.form.select(props.name)}
      label={props.label}
      data={props.data}
      allowDeselect={false}
    />
  );
}

function Short(props: {
  form: ServiceForm;
  name: ServiceField;
  label: string;
  hint?: string;
  isRequired?: boolean;
}) {
  return (
    <TextInput
      {...props.form.field(props.name)}
      label={props.label}
      description={props.hint}
      autoComplete="off"
      maxLength={20}
      required={props.isRequired ?? false}
    />
  );
}

export function GeneralFields({ form, isNew }: { form: ServiceForm; isNew: boolean }) {
  const carrierOptions = useCarrierOptions();
  const hasWarehouse = useHasWarehouse();
  return (
    <DialogSection title={t("admin-services.section.general")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <NameInputs form={form} />
        {isNew ? (
          <TextInput
            {...form.field("code")}
            label={t("admin-services.code")}
            description={t("admin-services.codeHint")}
            maxLength={serviceLimits.code}
            autoComplete="off"
            required
          />
        ) : null}
        <Choice
          form={form}
          name="carrierCode"
          label={t("admin-services.field.carrierCode")}
          data={carrierOptions}
        />
        <Choice
          form={form}
          name="mode"
          label={t("admin-services.field.mode")}
          data={serviceModes.map((mode) => ({
            value: mode,
            label: t(`admin-services.mode.${mode}`),
          }))}
        />
        <Choice
          form={form}
          name="currency"
          label={t("admin-services.field.currency")}
          data={displayCurrencies.map((value) => ({ value, label: value }))}
        />
        <Choice
          form={form}
          name="isActive"
          label={t("admin-services.field.isActive")}
          data={yesNoOptions(false)}
        />
        {hasWarehouse ? (
          <Choice
            form={form}
            name="takesShipRequests"
            label={t("admin-services.field.takesShipRequests")}
            data={yesNoOptions(false)}
          />
        ) : null}
      </SimpleGrid>
    </DialogSection>
  );
}

/** The legs up to the first one that ends at the recipient. */
export function RouteFields({ form, codes }: { form: ServiceForm; codes: readonly string[] }) {
  const carrierOptions = useCarrierOptions();
  const legNumbers = [1, 2, 3].filter(
    (number) => number === 1 || (form.values[`legPlace_${number - 1}`] ?? "") !== "",
  );
  // The third leg exists only where the second one does.
  const shown = legNumbers.filter((number) => number < 3 || legNumbers.includes(2));
  return (
    <DialogSection title={t("admin-services.section.route")}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" verticalSpacing="md">
        <Choice
          form={form}
          name="originCode"
          label={t("admin-services.field.originCode")}
          data={originCodes.map((code) => ({ value: code, label: countryName(code) }))}
        />
      </SimpleGrid>
      {shown.map((number) => (
        <SimpleGrid
          key={number}
          cols={{ base: 1, sm: 3 }}
          spacing="md"
          verticalSpacing="md"
          mt="md"
        >
          {number === 3 ? (
            <div />
          ) : (
            <Select
              {...form.select(`legPlace_${number}`)}
              label={t("admin-services.legPlace", { number })}
              placeholder={t("admin-services.toRecipient")}
              data={countryChoices()}
              searchable
              clearable
            />
          )}
          <Choice
            form={form}
            name={`legCarrier_${number}`}
            label={t("admin-services.legCarrier", { number })}
            data={carrierOptions}
          />
          <Select
            {...form.select(`legPricedBy_${number}`)}
            label={t("admin-services.legPricedByLabel", { number })}
            placeholder={t("admin-services.ownRates")}
            data={[...codes]}
            clearable
          />
        </SimpleGrid>
      ))}
      <Textarea
        mt="md"
        {...form.field("countries")}
        label={t("admin-services.field.countries")}
        description={t("admin-services.onlyCountriesHint")}
        autosize
        minRows={1}
        maxRows={6}
      />
    </DialogSection>
  );
}

export function WeightFields({ form }: { form: ServiceForm }) {
  const field = (name: ServiceField, label: string, hint?: string) => (
    <Short form={form} name={name} label={label} {...(hint === undefined ? {} : { hint })} />
  );
  return (
    <DialogSection title={t("admin-services.section.weight")}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="md">
        <Choice
          form={form}
          name="divisor"
          label={t("admin-services.field.divisor")}
          data={[
            { value: "none", label: t("admin-services.weightAlone") },
            ...volumeDivisors.map((divisor) => ({
              value: String(divisor),
              label: t("admin-services.divisorText", {
                volume: divisor.toLocaleString(readerLocale()),
              }),
            })),
          ]}
        />
        <Choice
          form={form}
          name="roundsSidesUp"
          label={t("admin-services.field.roundsSidesUp")}
          data={yesNoOptions(false)}
        />
        {field("volumetricFromSide", t("admin-services.volumetricFromSide"))}
        {field("rounding", t("admin-services.rounding"))}
        {field("minimum", t("admin-services.minimum"))}
        {field("maximum", t("admin-services.maximum"))}
        {field("maximumSide", t("admin-services.maximumSide"), t("admin-services.emptyNoLimit"))}
        {field("maximumGirth", t("admin-services.maximumGirth"), t("admin-services.girthHint"))}
      </SimpleGrid>
    </DialogSection>
  );
}

export function TermFields({ form }: { form: ServiceForm }) {
  return (
    <DialogSection title={t("admin-services.section.terms")}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="md">
        <Short form={form} name="deliveryMin" label={t("admin-services.deliveryMin")} isRequired />
        <Short form={form} name="deliveryMax" label={t("admin-services.deliveryMax")} isRequired />
        <Choice
          form={form}
          name="deliveryUnit"
          label={t("admin-services.field.deliveryUnit")}
          data={deliveryUnits.map((unit) => ({
            value: unit,
            label: t(`admin-services.unit.${unit}`),
          }))}
        />
        <Choice
          form={form}
          name="tracked"
          label={t("admin-services.field.tracked")}
          data={yesNoOptions(true)}
        />
        <Choice
          form={form}
          name="signature"
          label={t("admin-services.field.signature")}
          data={yesNoOptions(true)}
        />
        <Choice
          form={form}
          name="duty"
          label={t("admin-services.field.duty")}
          data={serviceDuties.map((duty) => ({
            value: duty,
            label: t(`admin-services.duty.${duty}`),
          }))}
        />
        <Short form={form} name="cover" label={t("admin-services.cover")} />
        <Short form={form} name="moneyDays" label={t("admin-services.field.moneyDays")} />
        <Short form={form} name="lostAfterDays" label={t("admin-services.field.lostAfterDays")} />
        <Short form={form} name="lostUntilDays" label={t("admin-services.field.lostUntilDays")} />
        <Choice
          form={form}
          name="label"
          label={t("admin-services.field.label")}
          data={labelSources.map((label) => ({
            value: label,
            label: t(`admin-services.label.${label}`),
          }))}
        />
      </SimpleGrid>
    </DialogSection>
  );
}

/** Which paper goes with a package, and what customs are told on it. */
export function CustomsFields({ form }: { form: ServiceForm }) {
  const isNew = form.values["customsForm"] === usualForm;
  const forms: readonly (CustomsFormChoice | typeof usualForm)[] = isNew
    ? [usualForm, ...customsFormChoices]
    : customsFormChoices;
  return (
    <DialogSection title={t("admin-services.section.customs")}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Choice
          form={form}
          name="customsForm"
          label={t("admin-services.field.customsForm")}
          data={forms.map((one) => ({ value: one, label: t(`admin-services.customsForm.${one}`) }))}
        />
        <Short form={form} name="customsLines" label={t("admin-services.field.customsLines")} />
        <Short form={form} name="customsCopies" label={t("admin-services.field.customsCopies")} />
        <Choice
          form={form}
          name="customsIdentifiers"
          label={t("admin-services.field.customsIdentifiers")}
          data={yesNoOptions(false)}
        />
      </SimpleGrid>
    </DialogSection>
  );
}
