import { Textarea } from "@mantine/core";
import type { Field } from "#ui/web/app-form.ts";
import { t } from "./details-messages.ts";

export function DescriptionField({ field }: { field: Field }) {
  return (
    <Textarea
      {...field}
      label={t("common.description")}
      description={t("package-details.descriptionHint")}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2000}
    />
  );
}
