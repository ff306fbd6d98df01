import { Textarea } from "@mantine/core";
import type { Field } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";

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
