import { Card, SimpleGrid, Stack } from "@mantine/core";
import { useSearchParams } from "react-router";
import * as z from "zod/mini";
import { countryByCode, originCodes, type Country } from "#catalogue/rules/country.ts";
import {
  countriesOf,
  quotableWeight,
  rateCarrierIds,
  rateDestinationOf,
  rateDestinationIds,
  shippingServices,
  type RateDestinationId,
} from "#catalogue/rules/shipping-rate.ts";
import { parseWeightGrams } from "#platform/rules/weight.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { rateDestinationName } from "#catalogue/web/i18n/labels.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { weightText } from "#ui/web/figures.tsx";
import { parsedText } from "#ui/web/field-rules.ts";
import { Form } from "#ui/web/form.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { NumberField } from "#ui/web/number-field.tsx";
import { SectionCard, Split } from "#ui/web/section-card.tsx";
import { Select } from "#ui/web/select.tsx";
import { Comparison } from "./comparison/comparison.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { QuoteCard } from "./quote-card.tsx";
import { serviceLabel } from "./route-words.ts";
import { useFreightEstimate } from "./use-freight-estimate.ts";

const destinationOptions = () =>
  rateDestinationIds.map((id) => ({ value: id, label: rateDestinationName(id) }));
const serviceOptions = () => shippingServices.map((id) => ({ value: id, label: serviceLabel(id) }));

/** The shipment in the address of a link from New Package. */
function useLinkedShipment() {
  const [search] = useSearchParams();
  return {
    weight: search.get("weight") ?? "",
    originCode: originCodes.find((code) => code === search.get("origin")) ?? originCodes[0],
    country: countryByCode(search.get("destination") ?? ""),
  };
}

/** The country while it is in the destination, or the destination's only one; null where it is one of several. */
function countryIn(destinationId: RateDestinationId | null, country: Country | null) {
  if (destinationId === null) return country?.code ?? null;
  const codes = countriesOf(destinationId);
  const own = codes.find((code) => code === country?.code);
  return own ?? (codes.length === 1 ? (codes[0] ?? null) : null);
}

const { minimumGrams, maximumGrams } = quotableWeight;

function weightRule(): string {
  return t("calculator.weightRule", {
    minimum: weightText(minimumGrams),
    maximum: weightText(maximumGrams),
  });
}

/** The typed weight in grams; null if it cannot be quoted. */
function quotableGrams(text: string): number | null {
  const parsed = parseWeightGrams(text);
  const isQuotable =
    parsed.ok && parsed.weightGrams >= minimumGrams && parsed.weightGrams <= maximumGrams;
  return isQuotable ? parsed.weightGrams : null;
}

const schema = z.object({
  weightGrams: parsedText(quotableGrams, weightRule),
  carrierId: z.enum(rateCarrierIds, { error: () => t("fields.carrierMissing") }),
  destinationId: z.enum(rateDestinationIds, { error: () => t("fields.destinationMissing") }),
  service: z.enum(shippingServices, { error: () => t("fields.serviceMissing") }),
});

const routeSchema = z.pick(schema, { weightGrams: true, destinationId: true });
const serviceSchema = z.pick(schema, { carrierId: true, service: true });

type QuoteForm = AppForm<keyof z.input<typeof schema>>;

function ShipmentCard({ form }: { form: QuoteForm }) {
  const { nameOf } = useCarriers();
  const weight = form.field("weightGrams");
  const isWeightWrong = weight.value.trim() !== "" && quotableGrams(weight.value) === null;
  return (
    <SectionCard title={t("calculator.shipment")}>
      <Form form={form} label={t("calculator.title")}>
        <NumberField
          // The quote is updated while the user types, and so is the error.
          field={isWeightWrong ? { ...weight, error: weightRule() } : weight}
          label={t("calculator.weightKilograms")}
          min={minimumGrams / 1000}
          max={maximumGrams / 1000}
          step={0.1}
          description={t("calculator.weightRange", {
            minimum: minimumGrams / 1000,
            maximum: maximumGrams / 1000,
          })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Select
            {...form.select("carrierId")}
            label={t("common.carrier")}
            placeholder={t("common.chooseCarrier")}
            allowDeselect={false}
            data={rateCarrierIds.map((id) => ({ value: id, label: nameOf(id) }))}
          />
          <Select
            {...form.select("destinationId")}
            label={t("common.destination")}
            placeholder={t("calculator.chooseDestination")}
            allowDeselect={false}
            data={destinationOptions()}
          />
        </SimpleGrid>
        <Select
          {...form.select("service")}
          label={t("common.service")}
          placeholder={t("calculator.chooseService")}
          allowDeselect={false}
          data={serviceOptions()}
        />
      </Form>
    </SectionCard>
  );
}

/** The specified form and its quote and, with a warehouse, what all services charge for the same parcel. */
export function Calculator({ ownCountry }: { ownCountry: Country | null }) {
  const linked = useLinkedShipment();
  const hasWarehouse = useHasWarehouse();
  const country = linked.country ?? ownCountry;
  const form = useAppForm({
    schema,
    initialValues: {
      weightGrams: linked.weight,
      carrierId: "",
      destinationId: (country === null ? null : rateDestinationOf(country.code)) ?? "",
      service: "",
    },
    draft: { name: "calculator", until: "left" },
    onSubmit: () => undefined,
  });
  const { originCode } = linked;
  const route = z.safeParse(routeSchema, form.values);
  const destination = rateDestinationIds.find((id) => id === form.values.destinationId) ?? null;
  const countryCode = countryIn(destination, country);
  const { estimate, query } = useFreightEstimate(
    route.success
      ? {
          ...route.data,
          originCode,
          to: countryCode === null ? { destinationId: route.data.destinationId } : { countryCode },
        }
      : null,
  );
  const chosen = z.safeParse(serviceSchema, form.values);
  return (
    <Stack gap="xl">
      <Split
        isEven
        first={
          <Stack gap="lg">
            <ShipmentCard form={form} />
            {query.isError ? (
              <Card>
                <NotLoaded
                  query={query}
                  failure={{ title: t("calculator.pricesNotLoaded") }}
                  lines={4}
                />
              </Card>
            ) : null}
          </Stack>
        }
        second={<QuoteCard estimate={estimate} service={chosen.success ? chosen.data : null} />}
      />
      {hasWarehouse ? (
        <Comparison
          weightGrams={quotableGrams(form.values.weightGrams)}
          focusWeight={() => form.focus("weightGrams")}
          country={countryCode ?? ""}
          origin={originCode}
        />
      ) : null}
    </Stack>
  );
}
