import { Chip, Group, Input } from "@mantine/core";
import type { Field } from "./app-form.ts";

/** Several of some values; the field's text has them with blanks between. */
export function ChoiceChips(props: {
  field: Field;
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
}) {
  const { field, label, options } = props;
  const chosen = field.value.split(" ").filter((value) => value !== "");
  return (
    <Input.Wrapper label={label} error={field.error} labelElement="div">
      <Chip.Group
        multiple
        value={chosen}
        onChange={(values) => field.onChange(values.toSorted().join(" "))}
      >
        <Group gap="xs" mt={4} role="group" aria-label={label}>
          {options.map(({ value, label: text }) => (
            <Chip key={value} value={value} size="sm" variant="outline">
              {text}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
