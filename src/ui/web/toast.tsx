import { notifications } from "@mantine/notifications";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId, useMemo, useEffect } from "react";
import { t } from "#ui/web/i18n/messages.tsx";
import type { ToastText } from "./i18n/messages.tsx";

type ToastKind = "success" | "destructive" | "warning" | "info";

const styles = {
  success: { color: "green", icon: <CircleCheck size={18} /> },
  destructive: { color: "red", icon: <CircleAlert size={18} /> },
  warning: { color: "yellow", icon: <TriangleAlert size={18} /> },
  info: { color: "sea", icon: <Info size={18} /> },
} as const;

/** The id of the newest toast of each place. */
const newest = new Map<string, string>();
/** The id of the newest toast with each title. */
const titles = new Map<string, string>();

/** The ids of the toasts that report an error or warning. */
const failures = new Set<string>();

type Toast = { readonly title: string; readonly description?: string; readonly kind?: ToastKind };

export type ShowToast = (toast: Toast) => void;

/** Hides the toast of a place. */
export function hideToast(place: string): void {
  const id = newest.get(place);
  if (id !== undefined) notifications.hide(id);
  newest.delete(place);
}

/** Hides what reports errors and warnings, for a desk at which the next thing has worked. */
export function hideFailureToasts(): void {
  for (const id of failures) notifications.hide(id);
  failures.clear();
}

/** Hides the toasts of all places. */
export function hideAllToasts(): void {
  notifications.clean();
  failures.clear();
  newest.clear();
  titles.clear();
}

/**
 * Shows a toast for 5 seconds, or for 10 when it reports an error or warning. It replaces the earlier toast of its place
 * and one with the same title.
 * @param toast.kind defaults to `info`.
 * @param toast.place the card or dialog, which shows one toast at a time.
 */
export function showToast(toast: Toast & { readonly place: string }): void {
  const kind = toast.kind ?? "info";
  const isError = kind === "destructive" || kind === "warning";
  hideToast(toast.place);
  const equal = titles.get(toast.title);
  if (equal !== undefined) notifications.hide(equal);
  const id = notifications.show({
    title: toast.title,
    message: toast.description ?? null,
    color: styles[kind].color,
    icon: styles[kind].icon,
    autoClose: isError ? 10_000 : 5_000,
    role: isError ? "alert" : "status",
    withBorder: true,
    closeButtonProps: { "aria-label": t("ui.dismiss") },
  });
  if (isError) failures.add(id);
  newest.set(toast.place, id);
  titles.set(toast.title, id);
}

/** The toasts of one form, card or dialog: it shows one at a time. */
export function useToasts(): { readonly showToast: ShowToast; readonly hideToast: () => void } {
  const place = useId();
  return useMemo(
    () => ({
      showToast: (toast: Toast) => showToast({ ...toast, place }),
      hideToast: () => hideToast(place),
    }),
    [place],
  );
}

/**
 * Shows `toast` once for each new `error`, and hides it once there is none: the content has loaded, or its place is gone.
 * null and undefined show nothing.
 */
export function useFailureToast(error: unknown, toast: ToastText): void {
  const { title, description } = toast;
  useEffect(() => {
    if (error === null || error === undefined) return undefined;
    showToast({
      title,
      ...(description === undefined ? {} : { description }),
      kind: "destructive",
      place: title,
    });
    return () => hideToast(title);
  }, [error, title, description]);
}
