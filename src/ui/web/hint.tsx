import {
  cloneElement,
  useEffect,
  useState,
  type PointerEvent,
  type ReactElement,
  useId,
  type ReactNode,
} from "react";
import { laterPart } from "./lazy-part.tsx";
import { useClickOutside } from "@mantine/hooks";
import classes from "./controls.module.css";
import { ActionIcon } from "@mantine/core";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { hideToast, showToast } from "./toast.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

const delayMilliseconds = 300;

type Hovered = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: () => void;
};

/** What a hint looks like; its code is loaded when it is first shown. */
const HintBubble = laterPart(async () => (await import("./hint-bubble.tsx")).HintBubble);

/**
 * A tooltip whose code is loaded when the pointer first rests on the element.
 * @param props.label not announced to screen readers, which need the text in another way.
 * @param props.children one element that forwards pointer events to its DOM element.
 */
export function Hint(props: { label: string; children: ReactElement<Hovered> }) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (!isHovered) return undefined;
    const timer = setTimeout(() => setShown(true), delayMilliseconds);
    return () => clearTimeout(timer);
  }, [isHovered]);
  const enter = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === "touch") return;
    setTarget(event.currentTarget);
    setHovered(true);
  };
  const leave = () => {
    setHovered(false);
    setShown(false);
  };
  return (
    <>
      {cloneElement(props.children, { onPointerEnter: enter, onPointerLeave: leave })}
      <HintBubble
        isWanted={target !== null}
        label={props.label}
        target={target}
        isShown={isShown}
      />
    </>
  );
}

/** Text with an explanation that appears when it is pointed at, focused or touched. */
export function ExplainedText(props: { children: ReactNode; explanation: string }) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isShown = isPointedAt || isFocused;
  const outside = useClickOutside<HTMLButtonElement>(() => setFocused(false));
  const descriptionId = useId();
  const focus = (event: { currentTarget: HTMLElement }) => {
    setTarget(event.currentTarget);
    setFocused(true);
  };
  return (
    <>
      <button
        ref={outside}
        type="button"
        className={classes["explainedText"]}
        aria-describedby={descriptionId}
        // Not every browser focuses a button that is clicked.
        onClick={focus}
        onFocus={focus}
        onBlur={() => setFocused(false)}
        onPointerEnter={(event) => {
          if (event.pointerType === "touch") return;
          setTarget(event.currentTarget);
          setPointedAt(true);
        }}
        onPointerLeave={() => setPointedAt(false)}
        // Escape then closes the explanation alone, and not the dialog around it.
        data-mantine-stop-propagation={isShown}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          setPointedAt(false);
          setFocused(false);
        }}
      >
        {props.children}
      </button>
      <span id={descriptionId} hidden>
        {props.explanation}
      </span>
      <HintBubble
        isWanted={target !== null}
        label={props.explanation}
        target={target}
        isShown={isShown}
        isLong
      />
    </>
  );
}

const copyToasts = "copy";

/**
 * Copies `value` to the clipboard and shows whether it worked.
 * @param props.label such as "Copy tracking number".
 */
export function CopyButton(props: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value);
      hideToast(copyToasts);
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch {
      showToast({ ...toastText("copyFailed"), kind: "destructive", place: copyToasts });
    }
  };
  return (
    <Hint label={isCopied ? t("common.copied") : props.label}>
      <ActionIcon
        variant="subtle"
        color={isCopied ? "green" : "gray"}
        aria-label={isCopied ? t("common.copied") : props.label}
        onClick={() => void copy()}
      >
        {isCopied ? <Check size={16} /> : <Copy size={16} />}
      </ActionIcon>
    </Hint>
  );
}
