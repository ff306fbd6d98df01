import { notifications } from "@mantine/notifications";
import { beforeEach, vi } from "vitest";

/** On a busy machine a click may be reported after the toast that it led to has gone. */
export function keepToasts(): void {
  beforeEach(() => {
    const { show } = notifications;
    vi.spyOn(notifications, "show").mockImplementation((toast) =>
      show({ ...toast, autoClose: false }),
    );
  });
}
