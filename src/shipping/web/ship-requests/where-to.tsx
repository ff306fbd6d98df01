import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { countryByCode } from "#catalogue/rules/country.ts";
import {
  missingRecipientFields,
  recipientFieldNames,
  recipientFieldsOf,
  recipientLines,
  emptyRecipient,
  type RecipientField,
} from "#catalogue/rules/recipient.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { postalCodeProblem } from "#catalogue/web/i18n/labels.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { RecipientFields } from "#goods/web/packages/package-fields.tsx";
import type { EstimatedServiceFacts } from "#shipping/contract/ship-quotes.ts";
import { useApi } from "#shipping/web/api.ts";
import { focusFromTop } from "#ui/web/focus.ts";
import { Select } from "#ui/web/select.tsx";
import { LabelledTickBox } from "#ui/web/tick-box.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { allFaults, commonFaults, fieldProblem } from "./editable-recipient.tsx";
import {
  isOtherRecipient,
  withCountry,
  type KnownRecipient,
  type ShipFields,
} from "./use-ship-form.ts";

type Props = {
  form: ShipFields;
  known: KnownRecipient;
  /** The package that is used says the country. */
  isCountryFixed: boolean;
  items: readonly EstimatedServiceFacts[];
};

/** The others to whom own packages went, as one choice that fills the fields. */
function RecentRecipients(props: Pick<Props, "form" | "isCountryFixed">) {
  const { form, isCountryFixed } = props;
  const { data } = useQuery(useApi().packages.listRecentRecipients.queryOptions({ input: {} }));
  const recent = (data?.items ?? []).filter(
    ({ countryCode }) => !isCountryFixed || countryCode === form.values.countryCode,
  );
  if (recent.length === 0) return null;
  return (
    <Select
      label={t("ship-parcels.recent")}
      placeholder={t("ship-parcels.recentChoose")}
      data={recent.map(({ recipient, destination }, index) => ({
        value: String(index),
        label: [recipient.name, recipient.city, placeName(destination)].filter(Boolean).join(", "),
      }))}
      value={null}
      onChange={(value) => {
        const chosen = recent[Number(value)];
        if (value === null || chosen === undefined) return;
        const { recipient, countryCode } = chosen;
        form.write({ ...recipientFieldsOf(recipient), countryCode, save: "" });
      }}
    />
  );
}

/** What the carriers need for the country, whatever is entered already. */
function neededFields(countryCode: string): readonly RecipientField[] {
  const country = countryByCode(countryCode);
  return country === null ? [] : missingRecipientFields(emptyRecipient, country.name);
}

/** The fields in place: the country first, which the prices need, then the rest. Nothing is wrong before a field was left. */
function Fields(props: Props) {
  const { form, known, isCountryFixed, items } = props;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const faults = allFaults(items);
  const { countryCode } = form.values;
  const missing = missingRecipientFields(
    recipientFieldsOf(form.values),
    countryByCode(countryCode)?.name ?? "",
  );
  const problemOf = (field: RecipientField, text: string) => {
    if (text.trim() === "")
      return left.has(field) && missing.includes(field) ? t("ship-requests.fault.missing") : null;
    // Before the services are read again for another country.
    if (field === "postalCode" && left.has(field))
      return postalCodeProblem(countryByCode(countryCode)?.code ?? null, text);
    return fieldProblem(faults, field, text);
  };
  return (
    <Stack gap="md">
      <RecentRecipients form={form} isCountryFixed={isCountryFixed} />
      {isCountryFixed ? null : (
        <Select
          {...form.select("countryCode")}
          onChange={(code) => form.write(withCountry(code ?? "", form.values, known))}
          label={t("ship-parcels.country")}
          data={countryOptions("byCode")}
          filter={({ search }) => matchingCountries("byCode", search)}
          searchable
          selectFirstOptionOnChange
          autoSelectOnBlur
          autoComplete="country-name"
          nothingFoundMessage={t("package-details.noMatchingCountry")}
          withAsterisk
        />
      )}
      <RecipientFields
        form={form}
        needed={neededFields(countryCode)}
        problemOf={problemOf}
        onLeave={(field) => setLeft((before) => new Set([...before, field]))}
      />
      <LabelledTickBox
        label={t("ship-parcels.save")}
        isTicked={form.values.save === "yes"}
        onTick={(isTicked) => form.write({ save: isTicked ? "yes" : "" })}
      />
    </Stack>
  );
}

/** To whom it goes: in one line where that is known, otherwise the fields in place. */
export function WhereTo(props: Props) {
  const { form, known, isCountryFixed, items } = props;
  const { values } = form;
  const isRefused = commonFaults(items).some(
    (fault) => fieldProblem([fault], fault.field, values[fault.field]) !== null,
  );
  const [view, setView] = useState<"line" | "fields" | "lineAgain">("line");
  const change = useRef<HTMLButtonElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (view === "fields") focusFromTop(fields.current);
    if (view === "lineAgain") change.current?.focus();
  }, [view]);
  const isWrong = recipientFieldNames.some((name) => form.field(name).error !== undefined);
  const country = countryByCode(values.countryCode);
  const takeBack = () => {
    const { recipient, countryCode } = known;
    form.write({ ...recipientFieldsOf(recipient), countryCode: countryCode ?? "", save: "" });
    setView("lineAgain");
  };
  if (view === "fields" || isWrong || isRefused || isOtherRecipient(values, known)) {
    const line = isCountryFixed
      ? t("ship-parcels.whereTo", { place: placeName(country?.name ?? "") })
      : known.source === "none"
        ? t("ship-parcels.whereText")
        : null;
    return (
      <Stack gap="md" ref={fields} tabIndex={-1}>
        {line === null ? null : <Text size="sm">{line}</Text>}
        <Fields {...props} />
        {known.source === "none" ? null : (
          <Anchor component="button" type="button" size="sm" onClick={takeBack}>
            {t("common.cancel")}
          </Anchor>
        )}
      </Stack>
    );
  }
  const place = placeName(country?.name ?? "");
  return (
    <Text size="sm">
      <span>{recipientLines(recipientFieldsOf(values), place).join(", ")}</span>{" "}
      <Anchor
        ref={change}
        component="button"
        type="button"
        inherit
        onClick={() => setView("fields")}
      >
        {t("ship-parcels.change")}
      </Anchor>
    </Text>
  );
}
