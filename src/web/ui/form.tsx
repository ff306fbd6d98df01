/** How forms are made here: our words instead of the browser's, and an alert where something is wrong. */
import { Alert, Stack } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import { useEffect, useRef, type ReactNode, type SubmitEvent } from "react";
import { useIsHydrated } from "./hydrated.ts";

/**
 * What was sent off on a page drawn ahead of time, before the application ran, goes now: the document's own script has
 * kept it back, for the browser would have left the page with it.
 */
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
 * A form that the browser never validates, so that our own sentences are met. Submit buttons stay
 * enabled for missing input; set `loading` on them while the request runs. While a promise that `onSubmit`
 * gave is open, nothing is submitted again: the second click of a double comes before any screen is drawn anew.
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
    // A dialog's form is a child of the form around it for React, though not in the document.
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
    // Where no script runs, a browser sends the form itself: what it holds must not come into an address.
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

const alerts = {
  error: { color: "red", icon: <CircleAlert size={18} />, role: "alert" },
  success: { color: "green", icon: <CircleCheck size={18} />, role: "status" },
  info: { color: "sea", icon: <Info size={18} />, role: "status" },
} as const;

/** One sentence inside a form, announced when it appears. Renders nothing without a message. */
export function FormAlert(props: {
  message: ReactNode | null | undefined;
  kind?: keyof typeof alerts;
}) {
  if (!props.message) return null;
  const read = alerts[props.kind ?? "error"];
  return (
    <Alert color={read.color} icon={read.icon} role={read.role}>
      {props.message}
    </Alert>
  );
}
