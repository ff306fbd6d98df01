import { Textarea } from "@mantine/core";
import type { Field } from "#web/ui/app-form.ts";
import { t } from "./messages.ts";

export function DescriptionField({ field }: { field: Field }) {
  return (
    <Textarea
      {...field}
      label={t("common.description")}
      description={t("packages.descriptionHint")}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2000}
    />
  );
}
