import { TextInput } from "@mantine/core";
import ScanLine from "lucide-react/icons/scan-line";
import { memo, type KeyboardEvent, type RefObject } from "react";
import { useDeskField } from "./focus-in-field.ts";
import type { Desk } from "./use-desk.ts";
import classes from "./receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/** The one field of the desk, for scans, numbers and commands. */
export const DeskField = memo(function DeskField(props: {
  isOpen: boolean;
  dispatch: Desk["dispatch"];
  press: Desk["press"];
  field: RefObject<HTMLInputElement | null>;
}) {
  const { isOpen, dispatch, press, field } = props;
  useDeskField(field, (text) => dispatch({ kind: "line", text }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (input.value === "") dispatch({ kind: "escape" });
      else input.value = "";
      return;
    }
    if (input.value !== "") return;
    const text = press(event.key, event.timeStamp);
    if (text === null) return;
    event.preventDefault();
    input.value = text;
  };
  return (
    <TextInput
      ref={field}
      size="lg"
      className={classes["field"]}
      label={t(isOpen ? "receiving.field.open" : "receiving.field.idle")}
      description={t(isOpen ? "receiving.field.openHint" : "receiving.field.idleHint")}
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
