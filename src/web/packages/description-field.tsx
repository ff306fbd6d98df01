import { Textarea } from "@mantine/core";
import type { Field } from "#web/ui/app-form.ts";

export function DescriptionField({ field }: { field: Field }) {
  return (
    <Textarea
      {...field}
      label="Description"
      description="Optional. What is inside, for example: ceramic tea set, 6 pieces."
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2000}
    />
  );
}
