import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import Search from "lucide-react/icons/search";
import { useRef, useState } from "react";
import { t } from "#ui/web/i18n/messages.tsx";

const pauseMilliseconds = 300;
const maxCharacters = 200;

/**
 * Searches when the typing pauses, or at once on Enter.
 * @param props.value the search in the address; the box follows when it changes elsewhere.
 * @param props.onSearch gets the new text, trimmed.
 */
export function SearchBox(props: {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(props.value);
  const [known, setKnown] = useState(props.value);
  if (props.value !== known) {
    setKnown(props.value);
    if (props.value !== text.trim()) setText(props.value);
  }
  const searchSoon = useDebouncedCallback(
    (wanted: string) => props.onSearch(wanted.trim()),
    pauseMilliseconds,
  );
  const clear = () => {
    searchSoon.cancel();
    setText("");
    props.onSearch("");
    input.current?.focus();
  };
  return (
    <search style={{ flex: "1 1 18rem" }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          searchSoon.cancel();
          props.onSearch(text.trim());
        }}
      >
        <TextInput
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={maxCharacters}
          label={props.label}
          placeholder={props.placeholder}
          leftSection={<Search size={16} aria-hidden="true" />}
          rightSection={
            text ? <CloseButton size="sm" aria-label={t("ui.clearSearch")} onClick={clear} /> : null
          }
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            searchSoon(event.currentTarget.value);
          }}
          // Searching after the focus has moved on would replace the rows that it moved to.
          onBlur={() => searchSoon.flush()}
        />
      </form>
    </search>
  );
}
