import { TextInput } from "@mantine/core";
import type { Field } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Accepts any tracking number; a possible typo is only a hint. */
export function NumberInput(props: { field: Field; isMistyped: boolean }) {
  return (
    <TextInput
      {...props.field}
      label={t("common.trackingNumber")}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      placeholder={t("tracking.numberExample")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={props.isMistyped ? t("tracking.mistyped") : undefined}
    />
  );
}
