import { TextInput } from "@mantine/core";
import ScanLine from "lucide-react/icons/scan-line";
import { memo, useRef, type KeyboardEvent } from "react";
import { useDeskField } from "#goods/web/receiving/focus-in-field.ts";
import desk from "#goods/web/receiving/receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** The one field, for shelves and parcels. */
export const ScanField = memo(function ScanField(props: { onScan: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useDeskField(field, props.onScan);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.key === "Escape" && !event.nativeEvent.isComposing) input.value = "";
  };
  return (
    <TextInput
      ref={field}
      size="lg"
      className={desk["field"]}
      label={t("stocktake.field")}
      description={t("stocktake.fieldHint")}
      leftSection={<ScanLine size={22} aria-hidden="true" />}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={300}
      onKeyDown={onKeyDown}
    />
  );
});
