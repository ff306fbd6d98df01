import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type ComponentProps,
  useSyncExternalStore,
} from "react";
import type { AppForm } from "./app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "./elements.ts";
import { apiErrorMessage, apiErrorCode } from "./api.tsx";
import { DialogButtons } from "./dialog.tsx";
import { focusFromTop } from "./focus.ts";

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

/** Takes the focus, because it can be above the part of the form that is on the screen; when it goes, the button has it. */
function OfflineAlert() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const alert = place.current;
    focusFromTop(alert);
    return () => {
      if (document.activeElement !== alert) return;
      alert?.closest("form")?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    };
  }, []);
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

const controls = ":is([data-path], [data-path] *):is(input, textarea, button)";

/** Focuses the field with which the form starts, or the first one on the screen. */
function focusStart(form: HTMLFormElement | null): void {
  const shown = [
    ...(form?.querySelectorAll<HTMLElement>(`${controls}, [type="submit"]`) ?? []),
  ].filter((control) => control.checkVisibility() && !control.matches(":disabled"));
  const start = shown.find(({ dataset }) => dataset["autofocus"] !== undefined);
  (start ?? shown[0])?.focus();
}

/** Discards what was restored; the focus, whose button is gone then, moves to the start of the form. */
function useDiscarding({
  element,
  isRestored,
  reset,
}: Pick<AppForm<never>, "element" | "isRestored" | "reset">): () => void {
  const hasDiscarded = useRef(false);
  useEffect(() => {
    if (isRestored || !hasDiscarded.current) return;
    hasDiscarded.current = false;
    focusStart(element);
  }, [element, isRestored]);
  return () => {
    hasDiscarded.current = true;
    reset();
  };
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
  const { attach, element, submit, connection, isRestored } = props.form;
  const discard = useDiscarding(props.form);
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
        {isRestored ? <RestoredAlert onDiscard={discard} /> : null}
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

/** The message of the server, or `fallback`, when the last submit failed for a reason that is not shown at a field. */
export function FormError(props: { form: Pick<AppForm<never>, "error">; fallback: string }) {
  const { error } = props.form;
  return error === null ? null : <FocusedAlert message={apiErrorMessage(error, props.fallback)} />;
}

/** As `FormError`, but says `conflict` where what the form is about was changed in the meantime. */
export function FormConflictError(props: {
  form: Pick<AppForm<never>, "error">;
  conflict: string;
  fallback: string;
}) {
  const { form, conflict, fallback } = props;
  if (apiErrorCode(form.error) !== "conflict") return <FormError form={form} fallback={fallback} />;
  return (
    <Text size="sm" c="red" role="alert">
      {conflict}
    </Text>
  );
}

/** A `FormAlert` that takes the focus when it appears, so that keyboard users find it. */
export function FocusedAlert(props: ComponentProps<typeof FormAlert>) {
  const spot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    focusFromTop(spot.current);
  }, []);
  return (
    <div ref={spot} tabIndex={-1}>
      <FormAlert {...props} />
    </div>
  );
}

const never = () => () => undefined;

/** False while prerendering and hydrating, then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * The form of a dialog: why it was not saved, the fields, and its two buttons.
 * @param props.intro stands above the reason
 * @param props.conflict the reason where what the form is about was changed in the meantime
 * @param props.fallback where the server gave no message; null where the children say why it was not saved
 * @param props.isDisabled whether there is nothing to submit
 */
export function DialogForm(props: {
  form: ComponentProps<typeof Form>["form"] & Pick<AppForm<never>, "error" | "isSubmitting">;
  label: string;
  intro?: Elements;
  conflict?: string;
  fallback?: string | null;
  submitLabel: string;
  /** "Cancel" by default. */
  cancelLabel?: string;
  color?: "red";
  isDisabled?: boolean;
  onCancel: () => void;
  children: Elements;
}) {
  const { form, conflict, fallback = t("toasts.unexpected.description") } = props;
  return (
    <Form form={form} label={props.label}>
      {props.intro}
      {fallback === null ? null : conflict === undefined ? (
        <FormError form={form} fallback={fallback} />
      ) : (
        <FormConflictError form={form} conflict={conflict} fallback={fallback} />
      )}
      {props.children}
      <DialogButtons
        label={props.submitLabel}
        {...(props.cancelLabel !== undefined && { cancelLabel: props.cancelLabel })}
        {...(props.color && { color: props.color })}
        isRunning={form.isSubmitting}
        isDisabled={props.isDisabled ?? false}
        onCancel={props.onCancel}
      />
    </Form>
  );
}
