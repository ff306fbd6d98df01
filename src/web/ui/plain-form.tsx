import { Stack } from "@mantine/core";
import { useEffect, useRef, type ReactNode, type SubmitEvent } from "react";
import { useIsHydrated } from "./hydrated.ts";

/** Submits now what was submitted on a prerendered page before hydration, which the document script has held back. */
function useEarlySubmit() {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isHydrated || form.current?.dataset["sent"] === undefined) return;
    delete form.current.dataset["sent"];
    form.current.requestSubmit();
  }, [isHydrated]);
  return { ref: form, "data-waits": isHydrated ? undefined : "" };
}

/**
 * A form without browser validation, so that the application's own messages are shown. Submit buttons stay enabled for
 * missing input; set `loading` on them while the request runs. Submits are ignored while the promise of `onSubmit` is
 * pending, because the second click of a double-click comes before the next render.
 */
export function Form(props: {
  onSubmit: () => void | Promise<void>;
  label?: string;
  children: ReactNode;
}) {
  const isRunning = useRef(false);
  const early = useEarlySubmit();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events of a form in a dialog bubble to the form that contains the dialog.
    event.stopPropagation();
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await props.onSubmit();
    } finally {
      isRunning.current = false;
    }
  };
  return (
    // Without scripts the browser submits the form itself; POST keeps the values out of the address.
    <form
      {...early}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={props.label}
    >
      <Stack gap="md">{props.children}</Stack>
    </form>
  );
}
