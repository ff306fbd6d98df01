import { SimpleGrid, TextInput } from "@mantine/core";
import { recipientFieldLabels, type RecipientField } from "#core/recipient.ts";
import type { Field } from "#web/ui/app-form.ts";

const fields: readonly {
  readonly name: RecipientField;
  readonly autoComplete: string;
  readonly maxLength: number;
}[] = [
  { name: "name", autoComplete: "shipping name", maxLength: 200 },
  { name: "phone", autoComplete: "shipping tel", maxLength: 40 },
  { name: "address", autoComplete: "shipping address-line1", maxLength: 300 },
  { name: "addressLine2", autoComplete: "shipping address-line2", maxLength: 300 },
  { name: "city", autoComplete: "shipping address-level2", maxLength: 120 },
  { name: "state", autoComplete: "shipping address-level1", maxLength: 120 },
  { name: "postalCode", autoComplete: "shipping postal-code", maxLength: 20 },
];

export function RecipientFields(props: { field: (name: RecipientField) => Field }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {fields.map(({ name, ...input }) => (
        <TextInput
          key={name}
          {...props.field(name)}
          {...input}
          label={recipientFieldLabels[name]}
        />
      ))}
    </SimpleGrid>
  );
}
