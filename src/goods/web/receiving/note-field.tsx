import { TextInput } from "@mantine/core";
import { useRef, type KeyboardEvent, type RefObject } from "react";
import { parseScan } from "#goods/rules/scan.ts";
import type { Desk } from "./use-desk.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** Nobody types a number with shorter pauses. */
const scannerMilliseconds = 100;

/** The last word of `note` if it is what was typed at the speed of a scanner, and can be a scan. */
function scanAtEnd(note: string, burst: string): string | null {
  const word = /\S{6,}$/.exec(note)?.[0] ?? "";
  return word === burst && parseScan(word).kind !== "not_a_waybill" ? word : null;
}

/** A note on the open parcel. Enter, or the tab behind a scan, returns to the desk's field, with what a scanner has typed in here. */
export function NoteField(props: {
  note: string;
  desk: Desk;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { note, desk, field } = props;
  const burst = useRef({ text: "", at: 0 });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, timeStamp: at } = event;
    if (event.nativeEvent.isComposing) return;
    const { text } = burst.current;
    const scan = scanAtEnd(note, text);
    if (key !== "Enter" && (key !== "Tab" || scan === null)) {
      const isFollowing = at - burst.current.at < scannerMilliseconds;
      if (key.length === 1) burst.current = { text: (isFollowing ? text : "") + key, at };
      return;
    }
    event.preventDefault();
    burst.current = { text: "", at: 0 };
    if (scan !== null) {
      desk.dispatch({ kind: "noted", note: note.slice(0, -scan.length) });
      desk.dispatch({ kind: "line", text: scan });
    }
    field.current?.focus();
  };
  return (
    <TextInput
      mt="sm"
      size="md"
      label={t("receiving.note")}
      description={t("receiving.noteHint")}
      autoComplete="off"
      maxLength={500}
      value={note}
      onChange={(event) => desk.dispatch({ kind: "noted", note: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}
