/** The field for one choice of several. Its list is heavy: fetched once the screen is drawn, drawn when reached for. */
import { CloseButton, TextInput, type SelectProps } from "@mantine/core";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { createElement, startTransition, useEffect, useState } from "react";
import { loadPatiently, useIsTime } from "./lazy-component.ts";
import { labelOf } from "./select-label.ts";
import type { SelectList } from "./select-list.tsx";

let loadedList: typeof SelectList | null = null;

/** The field with its list once its code is here, which is fetched when wanted. */
function useSelectList(isWanted: boolean): typeof SelectList | null {
  const [list, setList] = useState(() => loadedList);
  useEffect(() => {
    if (!isWanted || list !== null) return undefined;
    let isHere = true;
    void loadPatiently(() => import("./select-list.tsx")).then((part) => {
      loadedList = part.SelectList;
      if (isHere) startTransition(() => setList(() => part.SelectList));
    });
    return () => {
      isHere = false;
    };
  }, [isWanted, list]);
  return list;
}

/** How far somebody has reached for the field before its list was there; held while a press goes on. */
type Reach = "untouched" | "near" | "held" | "focused" | "pressed";

// There is no list yet that it could be said to control.
const closedList = {
  role: "combobox",
  "aria-haspopup": "listbox",
  "aria-expanded": false,
} as const;

// The same before and after the list is drawn: a field that somebody comes near must not be seen to change.
const mark = <ChevronsUpDown size={14} strokeWidth={2.2} aria-hidden="true" />;

function hasClearButton({ clearable, value, disabled }: SelectProps): boolean {
  return clearable === true && disabled !== true && value !== null && value !== undefined;
}

/** The field as it looks while closed; notes when somebody reaches for it before its list is there. */
function ClosedField({
  ref,
  ...props
}: SelectProps & { onReach: (change: (before: Reach) => Reach) => void }) {
  return (
    <TextInput
      ref={ref}
      {...closedList}
      aria-label={props["aria-label"]}
      aria-busy={props["aria-busy"]}
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
      // A press that ended elsewhere.
      onKeyDown={() => props.onReach((before) => (before === "held" ? "focused" : before))}
      onBlur={() => props.onReach((before) => (before === "held" ? "untouched" : before))}
    />
  );
}

/** Whether the keyboard has been in any field of the page; not watched unless asked. */
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
 * Mantine's select under the same properties, except `defaultDropdownOpened`. Its list is drawn when somebody reaches
 * for the field, since drawing it takes as long as the rest of a small screen, and so does taking it away; that of a
 * field to type in already with the first field of its page, for browsers that fill in the others. What somebody does
 * before the list is there is kept: the keyboard stays in the field, and a press opens the list when it comes.
 */
export function Select(props: SelectProps) {
  const [reach, setReach] = useState<Reach>("untouched");
  const isFillingIn = useIsFillingIn(props.searchable === true);
  const isWanted = reach !== "untouched" || isFillingIn;
  const list = useSelectList(useIsTime() || isWanted);
  // A field that went in the middle of a press would take the keyboard with it, and the press would be lost.
  if (list === null || !isWanted || reach === "held") {
    return <ClosedField {...props} onReach={setReach} />;
  }
  return createElement(list, {
    ...(hasClearButton(props) ? { clearSectionMode: "clear" } : { rightSection: mark }),
    ...props,
    takesOver: reach === "near" ? "untouched" : reach,
  });
}
