/** How forms are made here: our words instead of the browser's, and an alert where something is wrong. */
import { Alert, Stack } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import type { ReactNode, SubmitEvent } from "react";

/**
 * A form that the browser never validates, so that our own sentences are met. Submit buttons stay
 * enabled for missing input; set `loading` on them while the request runs, which also stops doubles.
 */
export function Form(props: {
  onSubmit: () => void | Promise<void>;
  label?: string;
  children: ReactNode;
}) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void props.onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} aria-label={props.label}>
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
  const look = alerts[props.kind ?? "error"];
  return (
    <Alert color={look.color} icon={look.icon} role={look.role}>
      {props.message}
    </Alert>
  );
}
