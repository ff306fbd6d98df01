/** The alert of a form that was refused: the keyboard goes to it, so that nobody has to look for the reason. */
import { useEffect, useRef, type ReactNode } from "react";
import { FormAlert } from "./form.tsx";

/** Shows `message` and takes the focus when it appears. Give it a `key` of its own for each refusal. */
export function FocusedAlert(props: { message: ReactNode }) {
  const spot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    spot.current?.focus();
  }, []);
  return (
    <div ref={spot} tabIndex={-1}>
      <FormAlert message={props.message} />
    </div>
  );
}
