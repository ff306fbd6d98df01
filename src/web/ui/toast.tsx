/** Short messages in the corner of the window, read aloud by screen readers. */
import { notifications } from "@mantine/notifications";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";

export type ToastKind = "success" | "destructive" | "warning" | "info";

const looks = {
  success: { color: "green", icon: <CircleCheck size={18} /> },
  destructive: { color: "red", icon: <CircleAlert size={18} /> },
  warning: { color: "yellow", icon: <TriangleAlert size={18} /> },
  info: { color: "sea", icon: <Info size={18} /> },
} as const;

/** The newest toast about each matter, by its id. */
const newest = new Map<string, string>();

/**
 * Shows a toast. Good news leaves after 5 seconds; what went wrong stays for 10, long enough to read.
 * @param kind defaults to `info`.
 * @param about a matter that is tried again until it succeeds; its earlier toast makes room.
 */
export function showToast(toast: {
  title: string;
  description?: string;
  kind?: ToastKind;
  about?: string;
}): void {
  const kind = toast.kind ?? "info";
  const isTrouble = kind === "destructive" || kind === "warning";
  const { about } = toast;
  const earlier = about === undefined ? undefined : newest.get(about);
  if (earlier !== undefined) notifications.hide(earlier);
  const id = notifications.show({
    title: toast.title,
    message: toast.description ?? null,
    color: looks[kind].color,
    icon: looks[kind].icon,
    autoClose: isTrouble ? 10_000 : 5_000,
    role: isTrouble ? "alert" : "status",
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
  });
  if (about !== undefined) newest.set(about, id);
}
