import { CloseButton, TextInput, type SelectProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { startTransition, useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useFilledSelect, labelOf } from "./select-label.ts";
import { LazyPart, lazyPart } from "./lazy-part.tsx";

const SelectList = lazyPart(async () => (await import("./select-list.tsx")).SelectList);

/** How the user has interacted with the field before its list was loaded; `held` during a press. */
type Reach = "untouched" | "near" | "held" | "focused" | "pressed";

/** Mantine's properties, and those that mark a field of a form. */
type Props = SelectProps & { "data-path"?: string; "data-autofocus"?: boolean };

// Without a list there is no element for aria-controls.
const closedList = {
  role: "combobox",
  "aria-haspopup": "listbox",
  "aria-expanded": false,
} as const;

// The same before and after the list is loaded, so that the field does not visibly change.
const mark = <ChevronsUpDown size={14} strokeWidth={2.2} aria-hidden="true" />;

function hasClearButton({ clearable, value, disabled }: SelectProps): boolean {
  return clearable === true && disabled !== true && value !== null && value !== undefined;
}

/** The field in its closed state, used until the list is loaded. */
function ClosedField({
  ref,
  ...props
}: Props & { onReach: (change: (before: Reach) => Reach) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useFilledSelect(input, props);
  return (
    <TextInput
      ref={useMergedRef(input, ref)}
      {...closedList}
      aria-label={props["aria-label"]}
      aria-busy={props["aria-busy"]}
      data-path={props["data-path"]}
      data-autofocus={props["data-autofocus"]}
      label={props.label}
      description={props.description}
      error={props.error}
      placeholder={props.placeholder ?? ""}
      withAsterisk={props.withAsterisk ?? false}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      {...(props.size === undefined ? {} : { size: props.size })}
      {...(props.w === undefined ? {} : { w: props.w })}
      {...(props.inputWrapperOrder ? { inputWrapperOrder: props.inputWrapperOrder } : {})}
      readOnly
      pointer
      value={labelOf(props.data, props.value)}
      rightSection={
        hasClearButton(props) ? (
          <CloseButton
            variant="transparent"
            size="sm"
            tabIndex={-1}
            aria-hidden="true"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              props.onChange?.(null, null);
              props.onClear?.();
            }}
          />
        ) : (
          mark
        )
      }
      rightSectionPointerEvents={hasClearButton(props) ? "all" : "none"}
      onPointerEnter={() => props.onReach((before) => (before === "untouched" ? "near" : before))}
      onPointerDown={() => props.onReach(() => "held")}
      onClick={() => props.onReach(() => "pressed")}
      onFocus={() => props.onReach((before) => (before === "held" ? before : "focused"))}
      // The press ended outside the field.
      onKeyDown={() => props.onReach((before) => (before === "held" ? "focused" : before))}
      // A list that is loaded later must not take the focus back.
      onBlur={() => props.onReach((before) => (before === "held" ? "untouched" : "near"))}
    />
  );
}

/** Whether to show the list, and a function that asks for it; any field with the focus does so where `isSearchable`. */
function useListWanted(isSearchable: boolean) {
  const [isListWanted, setListWanted] = useState(false);
  // In a transition the closed field stays on the screen until the list is loaded.
  const wantList = useCallback(() => startTransition(() => setListWanted(true)), []);
  useEffect(() => {
    if (!isSearchable || isListWanted) return undefined;
    const read = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) wantList();
    };
    document.addEventListener("focusin", read);
    return () => document.removeEventListener("focusin", read);
  }, [isSearchable, isListWanted, wantList]);
  return { isListWanted, wantList };
}

/**
 * Mantine's select with the same properties, except `defaultDropdownOpened`. The list is rendered when the user reaches
 * for the field, because rendering it takes as long as the rest of a small page; that of a searchable field as soon as
 * any field has the focus, because browsers can autofill it. Interaction before that is not lost: the focus stays in the
 * field, and a press opens the list once it is loaded.
 */
export function Select(props: Props) {
  const [reach, setReach] = useState<Reach>("untouched");
  const { isListWanted, wantList } = useListWanted(props.searchable === true);
  const onReach = (change: (before: Reach) => Reach) => {
    setReach(change);
    wantList();
  };
  // Deferred, so that the closed field and its focus stay until the list is loaded.
  const listReach = useDeferredValue(isListWanted && reach !== "held" ? reach : null);
  return (
    <LazyPart>
      {listReach !== null ? (
        <SelectList
          {...(hasClearButton(props) ? { clearSectionMode: "clear" } : { rightSection: mark })}
          {...props}
          takesOver={listReach === "pressed" || listReach === "focused" ? listReach : "untouched"}
        />
      ) : (
        <ClosedField {...props} onReach={onReach} />
      )}
    </LazyPart>
  );
}
