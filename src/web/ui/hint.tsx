/** What a small thing means, in a bubble beside it while the pointer rests on it. */
import { cloneElement, Suspense, useEffect, useState } from "react";
import type { PointerEvent, ReactElement } from "react";
import { lazyComponent } from "./lazy-component.ts";

const restMilliseconds = 300;

type Hovered = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: () => void;
};

const HintBubble = lazyComponent(async () => {
  const { HintBubble: bubble } = await import("./hint-bubble.tsx");
  return bubble;
});

/**
 * @param label for pointers alone: what it says must also reach a screen reader another way.
 * @param children one element that passes pointer events on to the document.
 */
export function Hint(props: { label: string; children: ReactElement<Hovered> }) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return undefined;
    const timer = setTimeout(() => setShown(true), restMilliseconds);
    return () => clearTimeout(timer);
  }, [isResting]);
  const enter = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === "touch") return;
    setTarget(event.currentTarget);
    setResting(true);
  };
  const leave = () => {
    setResting(false);
    setShown(false);
  };
  return (
    <>
      {cloneElement(props.children, { onPointerEnter: enter, onPointerLeave: leave })}
      {target ? (
        <Suspense fallback={null}>
          <HintBubble label={props.label} target={target} isShown={isShown} />
        </Suspense>
      ) : null}
    </>
  );
}
