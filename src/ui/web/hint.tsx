import { cloneElement, lazy, useEffect, useState } from "react";
import type { PointerEvent, ReactElement } from "react";
import { LazyPart } from "./lazy-part.tsx";

const delayMilliseconds = 300;

type Hovered = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: () => void;
};

/** What a hint looks like; its code is loaded when it is first shown. */
export const HintBubble = lazy(async () => ({
  default: (await import("./hint-bubble.tsx")).HintBubble,
}));

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
      <LazyPart isWanted={target !== null}>
        <HintBubble label={props.label} target={target} isShown={isShown} />
      </LazyPart>
    </>
  );
}
