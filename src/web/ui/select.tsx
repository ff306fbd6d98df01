import { CloseButton, TextInput, type SelectProps } from "@mantine/core";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { createElement, startTransition, useEffect, useState } from "react";
import { loadWithRetries, useAfterIdle } from "./lazy-component.ts";
import { labelOf } from "./select-label.ts";
import type { SelectList } from "./select-list.tsx";

let loadedList: typeof SelectList | null = null;

/** The full select component once its code is loaded, which starts when wanted. */
function useSelectList(isWanted: boolean): typeof SelectList | null {
  const [list, setList] = useState(() => loadedList);
  useEffect(() => {
    if (!isWanted || list !== null) return undefined;
    let isHere = true;
    void loadWithRetries(() => import("./select-list.tsx")).then((part) => {
      loadedList = part.SelectList;
      if (isHere) startTransition(() => setList(() => part.SelectList));
    });
    return () => {
      isHere = false;
    };
  }, [isWanted, list]);
  return list;
}

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
  return (
    <TextInput
      ref={ref}
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
      onBlur={() => props.onReach((before) => (before === "held" ? "untouched" : before))}
    />
  );
}

/** Whether any field of the page has had the focus; always false unless `isWatched`. */
function useIsFillingIn(isRequested: boolean): boolean {
  const [isFillingIn, setFillingIn] = useState(false);
  useEffect(() => {
    if (!isRequested || isFillingIn) return undefined;
    const read = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) setFillingIn(true);
    };
    document.addEventListener("focusin", read);
    return () => document.removeEventListener("focusin", read);
  }, [isRequested, isFillingIn]);
  return isFillingIn;
}

/**
 * Mantine's select with the same properties, except `defaultDropdownOpened`. The list is rendered when the user reaches
 * for the field, because rendering it takes as long as the rest of a small page; that of a searchable field as soon as
 * any field has the focus, because browsers can autofill it. Interaction before that is not lost: the focus stays in the
 * field, and a press opens the list once it is loaded.
 */
export function Select(props: Props) {
  const [reach, setReach] = useState<Reach>("untouched");
  const isFillingIn = useIsFillingIn(props.searchable === true);
  const isWanted = reach !== "untouched" || isFillingIn;
  const list = useSelectList(useAfterIdle() || isWanted);
  // Replacing the field during a press would lose the press and the focus.
  if (list === null || !isWanted || reach === "held") {
    return <ClosedField {...props} onReach={setReach} />;
  }
  return createElement(list, {
    ...(hasClearButton(props) ? { clearSectionMode: "clear" } : { rightSection: mark }),
    ...props,
    takesOver: reach === "near" ? "untouched" : reach,
  });
}
