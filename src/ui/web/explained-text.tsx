import { useClickOutside } from "@mantine/hooks";
import { useId, useState, type ReactNode } from "react";
import classes from "./explained-text.module.css";
import { HintBubble } from "./hint.tsx";
import { LazyPart } from "./lazy-part.tsx";

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
        className={classes["text"]}
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
      <LazyPart isWanted={target !== null}>
        <HintBubble label={props.explanation} target={target} isShown={isShown} isLong />
      </LazyPart>
    </>
  );
}
