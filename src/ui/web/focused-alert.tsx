import { useEffect, useRef, type ComponentProps } from "react";
import { FormAlert } from "./form.tsx";

/** A `FormAlert` that takes the focus when it appears, so that keyboard users find it. */
export function FocusedAlert(props: ComponentProps<typeof FormAlert>) {
  const spot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    spot.current?.focus();
  }, []);
  return (
    <div ref={spot} tabIndex={-1}>
      <FormAlert {...props} />
    </div>
  );
}
