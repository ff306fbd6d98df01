import { Card, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import * as z from "zod/mini";
import { countryByCode, originCodes } from "#core/country.ts";
import {
  quotableWeight,
  rateCarrierIds,
  rateDestinationOf,
  rateDestinationIds,
  shippingServices,
  type QuoteRequest,
} from "#core/shipping-rate.ts";
import { parseWeightGrams } from "#core/weight.ts";
import { useApi } from "#web/api.tsx";
import { countryName } from "#web/i18n/country-names.ts";
import { useCarriers } from "#web/carriers/use-carriers.ts";
import { rateDestinationName } from "#web/i18n/labels.ts";
import { useAppForm, type AppForm } from "#web/ui/app-form.ts";
import { weightText } from "#web/ui/figures.tsx";
import { parsedText } from "#web/ui/field-rules.ts";
import { Form } from "#web/ui/form.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Split } from "#web/ui/split.tsx";
import { Comparison } from "./comparison/comparison.tsx";
import { comparisonHeading } from "./comparison/comparison-words.ts";
import { useSuspendedLanes } from "./lane-words.ts";
import { t } from "./messages.ts";
import { QuoteCard } from "./quote-card.tsx";
import { serviceLabel } from "./quote-words.ts";
import { RouteTotalCard } from "./route-total-card.tsx";
import { ServicesCard } from "./services-card.tsx";
import { useFreightEstimate } from "./use-freight-estimate.ts";

const originOptions = () => originCodes.map((code) => ({ value: code, label: countryName(code) }));
const destinationOptions = () =>
  rateDestinationIds.map((id) => ({ value: id, label: rateDestinationName(id) }));
const serviceOptions = () => shippingServices.map((id) => ({ value: id, label: serviceLabel(id) }));

/** The profile's country; null if there is none. */
function useProfileCountry() {
  const api = useApi();
  const { data } = useQuery(api.users.readProfile.queryOptions({ input: {} }));
  return countryByCode(data?.country ?? "");
}

/** The shipment in the address of a link from New Package. */
function useLinkedShipment() {
  const [search] = useSearchParams();
  const country = countryByCode(search.get("destination") ?? "");
  const destinationId = country === null ? null : rateDestinationOf(country.code);
  return {
    weight: search.get("weight") ?? "",
    originCode: originCodes.find((code) => code === search.get("origin")) ?? originCodes[0],
    country,
    destinationId,
    /** The linked country while it is in the destination, otherwise the whole destination. */
    placeIn: (id: QuoteRequest["destinationId"]) =>
      id === destinationId && country !== null
        ? { countryCode: country.code }
        : { destinationId: id },
  };
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
  originCode: z.enum(originCodes, { error: () => t("fields.originMissing") }),
  carrierId: z.enum(rateCarrierIds, { error: () => t("fields.carrierMissing") }),
  destinationId: z.enum(rateDestinationIds, { error: () => t("fields.destinationMissing") }),
  service: z.enum(shippingServices, { error: () => t("fields.serviceMissing") }),
});

const routeSchema = z.pick(schema, { weightGrams: true, originCode: true, destinationId: true });
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
          <Select
            {...form.select("service")}
            label={t("common.service")}
            placeholder={t("calculator.chooseService")}
            allowDeselect={false}
            data={serviceOptions()}
          />
          <Select
            {...form.select("originCode")}
            label={t("calculator.routeOrigin")}
            allowDeselect={false}
            data={originOptions()}
          />
        </SimpleGrid>
      </Form>
    </SectionCard>
  );
}

/** The form, and the prices for what is typed. */
export function Calculator() {
  const profileCountry = useProfileCountry();
  const linked = useLinkedShipment();
  const country = linked.country ?? profileCountry;
  const lanes = useSuspendedLanes() ?? [];
  const form = useAppForm({
    schema,
    initialValues: {
      weightGrams: linked.weight,
      originCode: linked.originCode,
      carrierId: "",
      destinationId: (country === null ? null : rateDestinationOf(country.code)) ?? "",
      service: "",
    },
    onSubmit: () => undefined,
  });
  const route = z.safeParse(routeSchema, form.values);
  const { estimate, query } = useFreightEstimate(
    route.success ? { ...route.data, to: linked.placeIn(route.data.destinationId) } : null,
  );
  const chosen = z.safeParse(serviceSchema, form.values);
  // Weight and destination are those of the prices, which may still be the ones before the last change.
  const { destinationId = null, weightGrams = 0, services: prices = [] } = estimate ?? {};
  const request =
    destinationId === null || !chosen.success
      ? null
      : { ...chosen.data, destinationId, weightGrams };
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
            <RouteTotalCard quote={estimate?.route ?? null} />
            <QuoteCard request={request} lanes={lanes} prices={prices} />
          </Stack>
        }
        second={
          <ServicesCard request={request} lanes={lanes} prices={prices} onChoose={form.write} />
        }
      />
      {/* Until they are edited, its weight and country follow what is typed above and the profile. */}
      <Comparison
        title={comparisonHeading()}
        weight={form.values.weightGrams}
        country={country?.code ?? ""}
      />
    </Stack>
  );
}
