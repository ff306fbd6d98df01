import { TextInput } from "@mantine/core";
import ScanLine from "lucide-react/icons/scan-line";
import { memo, useRef, type KeyboardEvent } from "react";
import { useDeskField } from "#goods/web/receiving/focus-in-field.ts";
import desk from "#goods/web/receiving/receiving.module.css";
import { t } from "./messages.ts";

/** The one field of the desk, for scans, weights and sides. */
export const PackingField = memo(function PackingField(props: {
  onLine: (text: string) => void;
  onPhoto: () => void;
  onEscape: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useDeskField(field, (text) => props.onLine(text.trim()));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && input.value === "") {
      event.preventDefault();
      props.onPhoto();
      return;
    }
    if (event.key !== "Escape") return;
    if (input.value === "") props.onEscape();
    else input.value = "";
  };
  return (
    <TextInput
      ref={field}
      size="lg"
      className={desk["field"]}
      label={t("packing.field")}
      description={t("packing.fieldHint")}
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
