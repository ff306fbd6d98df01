/** The search box over a list: it asks when the typing pauses, or at once on Enter. */
import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import Search from "lucide-react/icons/search";
import { useRef, useState } from "react";

const pauseMilliseconds = 300;
const mostCharacters = 200;

/**
 * A labelled search box.
 * @param value what the address says is searched for; the box follows when it changes from elsewhere.
 * @param onSearch is told the new text, without blanks around it.
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
          maxLength={mostCharacters}
          label={props.label}
          placeholder={props.placeholder}
          leftSection={<Search size={16} aria-hidden="true" />}
          rightSection={
            text ? <CloseButton size="sm" aria-label="Clear search" onClick={clear} /> : null
          }
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            searchSoon(event.currentTarget.value);
          }}
          // Whoever goes on to a row means the list as it stands then: a late answer would undo the step.
          onBlur={() => searchSoon.flush()}
        />
      </form>
    </search>
  );
}
