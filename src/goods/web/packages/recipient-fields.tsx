import { SimpleGrid, TextInput } from "@mantine/core";
import { asksForLatinName } from "#platform/rules/latin-name.ts";
import type { RecipientField } from "#catalogue/rules/recipient.ts";
import { recipientFieldLabel } from "#catalogue/web/i18n/labels.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Field } from "#ui/web/app-form.ts";

const fields: readonly {
  readonly name: RecipientField;
  readonly autoComplete: string;
  readonly maxLength: number;
}[] = [
  { name: "name", autoComplete: "shipping name", maxLength: 200 },
  { name: "latinName", autoComplete: "off", maxLength: 200 },
  { name: "phone", autoComplete: "shipping tel", maxLength: 40 },
  { name: "address", autoComplete: "shipping address-line1", maxLength: 300 },
  { name: "addressLine2", autoComplete: "shipping address-line2", maxLength: 300 },
  { name: "city", autoComplete: "shipping address-level2", maxLength: 120 },
  { name: "state", autoComplete: "shipping address-level1", maxLength: 120 },
  { name: "postalCode", autoComplete: "shipping postal-code", maxLength: 20 },
];

/** The fields of a recipient; the name in Latin letters only while the name needs it. */
export function RecipientFields(props: {
  form: {
    readonly field: (name: RecipientField) => Field;
    readonly values: Readonly<Record<RecipientField, string>>;
  };
  problemOf?: ((field: RecipientField, text: string) => string | null) | undefined;
}) {
  const { field, values } = props.form;
  const isLatinNameShown = asksForLatinName(values.name, values.latinName);
  const shown = fields.filter(({ name }) => name !== "latinName" || isLatinNameShown);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {shown.map(({ name, ...input }) => {
        const { error, ...shownField } = field(name);
        return (
          <TextInput
            key={name}
            {...shownField}
            {...input}
            error={error ?? props.problemOf?.(name, values[name])}
            label={recipientFieldLabel(name)}
            description={name === "latinName" ? t("common.latinNameHint") : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
        );
      })}
    </SimpleGrid>
  );
}
