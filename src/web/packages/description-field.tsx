import { Textarea } from "@mantine/core";

export function DescriptionField(props: { value: string; onChange: (value: string) => void }) {
  return (
    <Textarea
      label="Description"
      name="description"
      description="Optional. What is inside, for example: ceramic tea set, 6 pieces."
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2000}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
