import { notifications } from "@mantine/notifications";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";

export type ToastKind = "success" | "destructive" | "warning" | "info";

const styles = {
  success: { color: "green", icon: <CircleCheck size={18} /> },
  destructive: { color: "red", icon: <CircleAlert size={18} /> },
  warning: { color: "yellow", icon: <TriangleAlert size={18} /> },
  info: { color: "sea", icon: <Info size={18} /> },
} as const;

/** The id of the newest toast about each matter. */
const newest = new Map<string, string>();

/** Hides the toast about a matter, or the one with this title. */
export function hideToast(about: string): void {
  const id = newest.get(about);
  if (id !== undefined) notifications.hide(id);
  newest.delete(about);
}

/**
 * Shows a toast for 5 seconds, or for 10 when it reports an error or warning.
 * @param toast.kind defaults to `info`.
 * @param toast.about replaces the earlier toast about the same matter; by default the title, so that equal toasts do not
 * pile up.
 */
export function showToast(toast: {
  title: string;
  description?: string;
  kind?: ToastKind;
  about?: string;
}): void {
  const kind = toast.kind ?? "info";
  const isError = kind === "destructive" || kind === "warning";
  const about = toast.about ?? toast.title;
  hideToast(about);
  const id = notifications.show({
    title: toast.title,
    message: toast.description ?? null,
    color: styles[kind].color,
    icon: styles[kind].icon,
    autoClose: isError ? 10_000 : 5_000,
    role: isError ? "alert" : "status",
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
  });
  newest.set(about, id);
}
