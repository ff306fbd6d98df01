/** The toasts themselves, one above the other in the corner of the window. */
import { Notifications } from "@mantine/notifications";

export function ToastStack() {
  return <Notifications position="bottom-right" containerWidth={400} />;
}
