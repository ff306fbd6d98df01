import { Button, Group, Stack, Textarea } from "@mantine/core";
import ScanSearch from "lucide-react/icons/scan-search";
import { useRef } from "react";
import type { Field } from "#ui/web/app-form.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { t } from "./declaring-messages.ts";
import type { usePastedNumbers } from "./pasted-numbers.ts";

/** A field for text from a shop or a chat; pasted text is searched at once, typed text by the button. */
export function PasteField(props: {
  field: Field;
  label: string;
  description?: string;
  buttonLabel: string;
  rows: number;
  pasted: ReturnType<typeof usePastedNumbers>;
}) {
  const { field, pasted } = props;
  const isPasted = useRef(false);
  return (
    <Stack gap="sm">
      <Textarea
        {...field}
        label={props.label}
        description={props.description}
        placeholder={t("declaring.example")}
        autosize
        minRows={props.rows}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        readOnly={pasted.isSearching}
        onPaste={() => {
          isPasted.current = true;
        }}
        onChange={(event) => {
          field.onChange(event);
          if (isPasted.current) void pasted.find(event.currentTarget.value);
          isPasted.current = false;
        }}
      />
      <FormAlert message={pasted.finding?.text} kind={pasted.finding?.kind ?? "info"} />
      {field.value.trim() === "" ? null : (
        <Group gap="sm">
          <Button
            variant="default"
            loading={pasted.isSearching}
            leftSection={<ScanSearch size={18} aria-hidden="true" />}
            onClick={() => void pasted.find(field.value)}
          >
            {props.buttonLabel}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
