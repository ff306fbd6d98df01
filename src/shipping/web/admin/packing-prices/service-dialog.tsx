import { Group, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { ExtraServiceFacts } from "#shipping/contract/extra-services.ts";
import {
  extraServiceCodePattern,
  extraServiceLimits,
  extraServiceUnits,
} from "#catalogue/rules/extra-service.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { decimalText } from "#platform/rules/money.ts";
import { planNames } from "#platform/rules/plan-name.ts";
import { useRefetch } from "#ui/web/action.ts";
import { NameInputs } from "#ui/web/admin/name-inputs.tsx";
import { nameInLanguage, nameRules, namesOf, nameTexts } from "#ui/web/admin/names.ts";
import { AmountInput } from "#money/web/admin/wallets/amount-input.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { checkedText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import {
  dayField,
  isOn,
  priceText,
  sourceField,
  switchText,
  wholeNumberText,
  SourceFields,
  SwitchField,
} from "./shared-fields.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { sourceText, storedSource } from "./source-texts.ts";

const { promisedHours } = extraServiceLimits;

const fields = {
  ...nameRules,
  per: z.enum(extraServiceUnits),
  price: priceText,
  promisedHours: wholeNumberText(promisedHours.min, promisedHours.max, () =>
    t("packing-prices.promisedHoursInvalid"),
  ),
  isFreeBasic: z.string(),
  isFreeSuper: z.string(),
  isFreePremium: z.string(),
  needsImages: z.string(),
  canRefuse: z.string(),
  isActive: z.string(),
  validFrom: dayField,
  source: sourceField,
};

/** The code of a new service is never changed later. */
function schemaFor(service: ExtraServiceFacts | null) {
  const code = checkedText((text) =>
    service !== null || extraServiceCodePattern.test(text) ? null : t("packing-prices.codeInvalid"),
  );
  return z.object({ code, ...fields });
}

function textsOf(service: ExtraServiceFacts | null) {
  const isFree = (plan: (typeof planNames)[number]) =>
    switchText(service?.freePlans.includes(plan) ?? false);
  return {
    code: "",
    ...nameTexts(service?.names),
    per: service?.per ?? "inbound_parcel",
    price: service === null ? "" : decimalText(service.priceCents),
    promisedHours: service?.promisedHours.toString() ?? "",
    isFreeBasic: isFree("Basic"),
    isFreeSuper: isFree("Super"),
    isFreePremium: isFree("Premium"),
    needsImages: switchText(service?.needsImages ?? false),
    canRefuse: switchText(service?.canRefuse ?? true),
    isActive: switchText(service?.isActive ?? true),
    validFrom: service?.validFrom ?? todayOfRates(new Date()),
    source: sourceText(service?.source ?? ""),
  };
}

type ServiceFields = AppForm<keyof ReturnType<typeof textsOf>>;

function NameFields({ form, isNew }: { form: ServiceFields; isNew: boolean }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <NameInputs form={form} />
      {isNew ? (
        <TextInput
          {...form.field("code")}
          label={t("packing-prices.code")}
          description={t("packing-prices.codeHint")}
          maxLength={extraServiceLimits.code}
          autoComplete="off"
          withAsterisk
          spellCheck={false}
          autoCapitalize="none"
        />
      ) : null}
    </SimpleGrid>
  );
}

function PriceFields({ form }: { form: ServiceFields }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
      <AmountInput field={form.field("price")} label={t("packing-prices.price")} />
      <Select
        {...form.select("per")}
        label={t("packing-prices.per")}
        data={extraServiceUnits.map((value) => ({
          value,
          label: t(`packing-prices.unit.${value}`),
        }))}
        allowDeselect={false}
      />
      <TextInput
        {...form.field("promisedHours")}
        label={t("packing-prices.promisedHours")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        withAsterisk
      />
    </SimpleGrid>
  );
}

function Switches({ form }: { form: ServiceFields }) {
  return (
    <>
      <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
        <legend>{t("packing-prices.freeWith")}</legend>
        <Group gap="lg" mt="xs">
          {planNames.map((plan) => (
            <SwitchField key={plan} form={form} name={`isFree${plan}`} label={plan} />
          ))}
        </Group>
      </fieldset>
      <SwitchField form={form} name="needsImages" label={t("packing-prices.needsImages")} />
      <SwitchField form={form} name="canRefuse" label={t("packing-prices.canRefuse")} />
      <SwitchField
        form={form}
        name="isActive"
        label={t("packing-prices.serviceIsActive")}
        description={t("packing-prices.serviceIsActiveHint")}
      />
    </>
  );
}

function ServiceForm(props: { service: ExtraServiceFacts | null; onDone: () => void }) {
  const { service } = props;
  const client = useApiClient();
  const [{ schema, initialValues }] = useState(() => ({
    schema: schemaFor(service),
    initialValues: textsOf(service),
  }));
  const refresh = useRefetch();
  const form = useAppForm({
    schema,
    initialValues,
    startAt: "nameEn",
    draft: { name: `extra-service:${service?.code ?? "new"}` },
    fieldOf: { extra_service_exists: "code" },
    onSubmit: async (typed, { removeDraft, showToast }) => {
      const { per, validFrom, source } = typed;
      const entered = {
        names: namesOf(typed),
        per,
        priceCents: typed.price,
        freePlans: planNames.filter((plan) => isOn(typed[`isFree${plan}`])),
        promisedHours: typed.promisedHours,
        needsImages: isOn(typed.needsImages),
        canRefuse: isOn(typed.canRefuse),
        isActive: isOn(typed.isActive),
        validFrom,
        source: storedSource(source),
      };
      await (service === null
        ? client.extraServices.createExtraService({ ...entered, code: typed.code })
        : client.extraServices.updateExtraService({
            ...entered,
            code: service.code,
            expectedVersion: service.version,
          }));
      removeDraft();
      refresh();
      showToast({
        title: t("packing-prices.saved"),
        description: nameInLanguage(entered),
        kind: "success",
      });
      props.onDone();
    },
    // What somebody else saved belongs into the list behind the form.
    onError: refresh,
  });
  return (
    <DialogForm
      form={form}
      label={titleOf(service)}
      submitLabel={t("packing-prices.save")}
      onCancel={props.onDone}
    >
      <NameFields form={form} isNew={service === null} />
      <PriceFields form={form} />
      <SourceFields form={form} />
      <Switches form={form} />
    </DialogForm>
  );
}

function titleOf(service: ExtraServiceFacts | null): string {
  return service === null
    ? t("packing-prices.addService")
    : t("packing-prices.editNamed", { name: nameInLanguage(service) });
}

/** @param props.service null for a new one. */
export function ServiceDialog(props: {
  isOpen: boolean;
  service: ExtraServiceFacts | null;
  onClose: () => void;
}) {
  const { service, isOpen, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={titleOf(service)} size="lg">
      {isOpen ? (
        <ServiceForm
          key={`${service?.code}:${service?.version}`}
          service={service}
          onDone={onClose}
        />
      ) : null}
    </Dialog>
  );
}
