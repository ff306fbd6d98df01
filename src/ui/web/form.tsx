import { Alert, Anchor, Group, Stack } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import { useEffect, useRef, type ReactNode } from "react";
import type { AppForm } from "./app-form.ts";
import { useIsHydrated } from "./hydrated.ts";
import { t } from "./messages.ts";
import type { Elements } from "./elements.ts";

/** Submits now what was submitted on a prerendered page before hydration, which the document script has held back. */
function useEarlySubmit(form: HTMLFormElement | null) {
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (!isHydrated || form?.dataset["sent"] === undefined) return;
    form.removeAttribute("data-sent");
    form.requestSubmit();
  }, [isHydrated, form]);
  return isHydrated ? undefined : "";
}

/** Takes the focus, because it can be above the part of the form that is on the screen. */
function OfflineAlert() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <FormAlert message={t("ui.offline")} />
    </div>
  );
}

function RestoredAlert(props: { onDiscard: () => void }) {
  return (
    <FormAlert
      kind="info"
      message={
        <Group justify="space-between" gap="xs">
          <span>{t("ui.entriesRestored")}</span>
          <Anchor component="button" type="button" size="sm" onClick={props.onDiscard}>
            {t("common.discard")}
          </Anchor>
        </Group>
      }
    />
  );
}

/**
 * A form without browser validation, so that the application's own messages are shown. Submit buttons stay enabled for
 * missing input; set `loading` on them while `form.isSubmitting`.
 */
export function Form(props: {
  form: Pick<
    AppForm<never>,
    "attach" | "element" | "submit" | "connection" | "isRestored" | "reset"
  >;
  label: string;
  children: Elements;
}) {
  const { attach, element, submit, connection, isRestored, reset } = props.form;
  const waits = useEarlySubmit(element);
  return (
    // Without scripts the browser submits the form itself; POST keeps the values out of the address.
    <form
      ref={attach}
      data-waits={waits}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={props.label}
    >
      <Stack gap="md">
        {isRestored ? <RestoredAlert onDiscard={reset} /> : null}
        {connection === "offline" ? <OfflineAlert /> : null}
        {props.children}
        {connection === "slow" ? <FormAlert kind="info" message={t("ui.slow")} /> : null}
      </Stack>
    </form>
  );
}

const alerts = {
  error: { color: "red", icon: <CircleAlert size={18} />, role: "alert" },
  success: { color: "green", icon: <CircleCheck size={18} />, role: "status" },
  info: { color: "sea", icon: <Info size={18} />, role: "status" },
} as const;

/** A message inside a form, announced when it appears. Renders nothing for null. */
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
