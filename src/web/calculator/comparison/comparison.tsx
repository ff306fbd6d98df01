import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useAppForm } from "#web/ui/app-form.ts";
import { Form } from "#web/ui/form.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { Split } from "#web/ui/split.tsx";
import { ComparisonFields } from "./comparison-fields.tsx";
import { ComparisonResults } from "./comparison-results.tsx";
import { comparisonSchema, type ComparedParcel } from "./comparison-schema.ts";
import { t } from "./messages.ts";

/**
 * Compares all services for a parcel by weight and size. It asks on submit, since visitors may ask a number of times an hour.
 * @param props.weight the weight in kilograms and `props.country` the code with which the form begins; empty: unknown.
 */
export function Comparison(props: { weight: string; country: string; title: string }) {
  const [parcel, setParcel] = useState<ComparedParcel | null>(null);
  const form = useAppForm({
    schema: comparisonSchema,
    initialValues: {
      weight: props.weight,
      length: "",
      width: "",
      height: "",
      country: props.country,
      postalCode: "",
      battery: "",
      goods: "",
    },
    onSubmit: (typed) => setParcel(typed),
  });
  return (
    <Split
      isEven
      first={
        <SectionCard title={props.title} description={t("comparison.hint")}>
          <Form form={form} label={props.title}>
            <ComparisonFields form={form} />
            <Group justify="flex-end">
              <Button type="submit">{t("comparison.compare")}</Button>
            </Group>
          </Form>
        </SectionCard>
      }
      second={<ComparisonResults parcel={parcel} />}
    />
  );
}
