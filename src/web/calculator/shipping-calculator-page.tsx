import { SegmentedControl, SimpleGrid, Stack, Input } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { carrierById } from "#core/carrier.ts";
import { countryByCode } from "#core/country.ts";
import {
  quotableWeight,
  rateCarrierIds,
  rateDestinationOf,
  rateDestinations,
  shippingServices,
  type QuoteRequest,
} from "#core/shipping-rate.ts";
import { parseWeightGrams } from "#core/weight.ts";
import { useApi } from "#web/api.tsx";
import { weightText } from "#web/ui/figures.tsx";
import { Form } from "#web/ui/form.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Split } from "#web/ui/split.tsx";
import { useSuspendedLanes } from "./lane-words.ts";
import { serviceLabels } from "./quote-words.ts";
import { QuoteCard } from "./quote-card.tsx";
import { ServicesCard } from "./services-card.tsx";

type Choice = Partial<Omit<QuoteRequest, "weightGrams">>;

const carrierOptions = rateCarrierIds.map((id) => ({ value: id, label: carrierById(id).name }));
const destinationOptions = rateDestinations.map(({ id, name }) => ({ value: id, label: name }));
const serviceOptions = shippingServices.map((id) => ({ value: id, label: serviceLabels[id] }));

/** The rate destination of the profile's country; null if there is none. */
function useProfileDestination(): QuoteRequest["destinationId"] | null {
  const api = useApi();
  const { data } = useQuery(api.users.readProfile.queryOptions({ input: {} }));
  const country = countryByCode(data?.country ?? "");
  return country === null ? null : rateDestinationOf(country.code);
}

/** The typed weight in grams; null if empty, `invalid` if it cannot be quoted. */
function parseWeight(text: string): number | null | "invalid" {
  if (text.trim() === "") return null;
  const parsed = parseWeightGrams(text);
  if (!parsed.ok) return "invalid";
  const { minimumGrams, maximumGrams } = quotableWeight;
  const isQuotable = parsed.weightGrams >= minimumGrams && parsed.weightGrams <= maximumGrams;
  return isQuotable ? parsed.weightGrams : "invalid";
}

const weightRange = `Enter a weight from ${weightText(quotableWeight.minimumGrams)} to ${weightText(quotableWeight.maximumGrams)}.`;

function ServiceChoice(props: {
  service: QuoteRequest["service"] | undefined;
  onChoose: (service: QuoteRequest["service"]) => void;
}) {
  return (
    <Input.Wrapper label="Service" labelElement="div">
      <SegmentedControl
        fullWidth
        name="service"
        aria-label="Service"
        data={serviceOptions}
        value={props.service ?? ""}
        onChange={(value) => props.onChoose(value === "air" ? "air" : "surface")}
      />
    </Input.Wrapper>
  );
}

function ShipmentCard(props: {
  choice: Choice;
  isWeightInvalid: boolean;
  onWeight: (text: string) => void;
  onChoose: (changes: Choice) => void;
}) {
  const { choice, onChoose } = props;
  return (
    <SectionCard title="Your shipment">
      <Form onSubmit={() => undefined} label="Shipping Calculator">
        <NumberField
          label="Weight (kg)"
          name="weight"
          min={0.1}
          max={30}
          step={0.1}
          description="From 0.1 to 30 kg"
          error={props.isWeightInvalid ? weightRange : null}
          onText={props.onWeight}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Select
            label="Carrier"
            name="carrier"
            placeholder="Choose a carrier"
            data={carrierOptions}
            value={choice.carrierId ?? null}
            onChange={(value) => {
              const next = rateCarrierIds.find((id) => id === value);
              if (next) onChoose({ carrierId: next });
            }}
          />
          <Select
            label="Destination"
            name="destination"
            placeholder="Choose a destination"
            data={destinationOptions}
            value={choice.destinationId ?? null}
            onChange={(value) => {
              const next = rateDestinations.find(({ id }) => id === value);
              if (next) onChoose({ destinationId: next.id });
            }}
          />
        </SimpleGrid>
        <ServiceChoice service={choice.service} onChoose={(service) => onChoose({ service })} />
      </Form>
    </SectionCard>
  );
}

export default function ShippingCalculatorPage() {
  const profileDestination = useProfileDestination();
  const lanes = useSuspendedLanes() ?? [];
  const [weight, setWeight] = useState("");
  const [chosen, setChosen] = useState<Choice>({});
  const choice: Choice =
    profileDestination === null ? chosen : { destinationId: profileDestination, ...chosen };
  const choose = (changes: Choice) => setChosen((current) => ({ ...current, ...changes }));
  const { carrierId, service, destinationId } = choice;
  const weightGrams = parseWeight(weight);
  const request =
    carrierId !== undefined &&
    service !== undefined &&
    destinationId !== undefined &&
    typeof weightGrams === "number"
      ? { carrierId, service, destinationId, weightGrams }
      : null;
  return (
    <>
      <PageHeader
        title="Shipping Calculator"
        description="Estimate shipping costs before you buy."
      />
      <Split
        isEven
        first={
          <Stack gap="lg">
            <ShipmentCard
              choice={choice}
              isWeightInvalid={weightGrams === "invalid"}
              onWeight={setWeight}
              onChoose={choose}
            />
            <QuoteCard request={request} lanes={lanes} />
          </Stack>
        }
        second={<ServicesCard request={request} lanes={lanes} onChoose={choose} />}
      />
    </>
  );
}
