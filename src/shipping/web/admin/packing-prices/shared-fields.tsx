import { Button, Group, SimpleGrid, Switch, TextInput } from "@mantine/core";
import type { AppForm } from "#ui/web/app-form.ts";
import { t } from "./messages.ts";

/** A switch whose text is "on" or empty. */
export function SwitchField<Name extends string>(props: {
  form: AppForm<Name>;
  name: Name;
  label: string;
  description?: string;
}) {
  const { form, name } = props;
  return (
    <Switch
      label={props.label}
      description={props.description}
      checked={form.values[name] !== ""}
      onChange={(event) =>
        form.write({ [name]: event.currentTarget.checked ? "on" : "" } as Record<Name, string>)
      }
    />
  );
}

/** Since when a price holds, and where it was decided. */
export function SourceFields({ form }: { form: AppForm<"validFrom" | "source"> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <TextInput
        {...form.field("validFrom")}
        type="date"
        label={t("packing-prices.validFrom")}
        description={t("packing-prices.validFromHint")}
        min="2000-01-01"
        max="2099-12-31"
        withAsterisk
      />
      <TextInput
        {...form.field("source")}
        label={t("packing-prices.source")}
        description={t("packing-prices.sourceHint")}
        maxLength={200}
        autoComplete="off"
        withAsterisk
      />
    </SimpleGrid>
  );
}

export function FormButtons(props: { isSubmitting: boolean; onCancel: () => void }) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" disabled={props.isSubmitting} onClick={props.onCancel}>
        {t("common.cancel")}
      </Button>
      <Button type="submit" loading={props.isSubmitting}>
        {t("packing-prices.save")}
      </Button>
    </Group>
  );
}
