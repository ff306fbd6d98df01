/** The field for one choice of several. Its list is heavy and comes once the screen is drawn. */
import { CloseButton, TextInput, type SelectProps } from "@mantine/core";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { Suspense, useState } from "react";
import { lateComponent, useIsTime } from "./late-part.ts";
import { labelOf } from "./select-label.ts";

const SelectList = lateComponent(async () => {
  const { SelectList: list } = await import("./select-list.tsx");
  return list;
});

// There is no list yet that it could be said to control.
const closedList = {
  role: "combobox",
  "aria-haspopup": "listbox",
  "aria-expanded": false,
} as const;

/** The field as it looks while closed; notes when somebody reaches for it before its list is there. */
function ClosedField({
  ref,
  ...props
}: SelectProps & { onReach: (reach: "focused" | "pressed") => void }) {
  const hasClear = props.clearable === true && props.value !== null && props.value !== undefined;
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
        hasClear ? (
          <CloseButton component="span" variant="transparent" size="sm" aria-hidden="true" />
        ) : (
          <ChevronsUpDown size={14} strokeWidth={2.2} aria-hidden="true" />
        )
      }
      rightSectionPointerEvents="none"
      onFocus={() => props.onReach("focused")}
      onPointerDown={() => props.onReach("pressed")}
    />
  );
}

/**
 * Mantine's select under the same properties, except `defaultDropdownOpened`. What somebody does to the field
 * before its list is there is kept: the keyboard stays in it, and a press opens the list when it comes.
 */
export function Select(props: SelectProps) {
  const [reach, setReach] = useState<"untouched" | "focused" | "pressed">("untouched");
  const isTime = useIsTime() || reach !== "untouched";
  const field = (
    <ClosedField
      {...props}
      onReach={(next) => setReach((before) => (before === "pressed" ? before : next))}
    />
  );
  return isTime ? (
    <Suspense fallback={field}>
      <SelectList {...props} takesOver={reach} />
    </Suspense>
  ) : (
    field
  );
}
