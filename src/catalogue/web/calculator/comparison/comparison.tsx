import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type * as z from "zod/mini";
import { useAppForm } from "#ui/web/app-form.ts";
import { Form } from "#ui/web/form.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { Split } from "#ui/web/split.tsx";
import { ComparisonFields } from "./comparison-fields.tsx";
import { ComparisonResults } from "./comparison-results.tsx";
import { comparisonSchema } from "./comparison-schema.ts";
import { t } from "./messages.ts";

/**
 * Compares all services for the parcel of the form above. It asks on submit, since visitors may ask a number of times an
 * hour; once they did, it follows the weight.
 * @param props.weightGrams null while there is no valid weight, `props.country` empty while it is not known.
 */
export function Comparison(props: {
  weightGrams: number | null;
  focusWeight: () => void;
  country: string;
  origin: string;
}) {
  const { weightGrams } = props;
  const [typed, setTyped] = useState<z.output<typeof comparisonSchema> | null>(null);
  const [lacksWeight, setLacksWeight] = useState(false);
  const form = useAppForm({
    schema: comparisonSchema,
    initialValues: {
      length: "",
      width: "",
      height: "",
      country: props.country,
      origin: props.origin,
      postalCode: "",
      battery: "",
      goods: "",
    },
    draft: { name: "comparison", until: "left" },
    onSubmit: (compared) => {
      setTyped(compared);
      setLacksWeight(weightGrams === null);
      if (weightGrams === null) props.focusWeight();
    },
  });
  return (
    <Split
      isEven
      first={
        <SectionCard title={t("comparison.heading")} description={t("comparison.hint")}>
          <Form form={form} label={t("comparison.heading")}>
            <ComparisonFields form={form} />
            <Group justify="flex-end">
              {lacksWeight && weightGrams === null ? (
                <Text size="sm" c="error" role="alert">
                  {t("comparison.weightMissing")}
                </Text>
              ) : null}
              <Button type="submit">{t("comparison.compare")}</Button>
            </Group>
          </Form>
        </SectionCard>
      }
      second={
        <ComparisonResults
          parcel={typed === null || weightGrams === null ? null : { ...typed, weightGrams }}
        />
      }
    />
  );
}
