import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";
import classes from "./toast-stack.module.css";

/** The distance of toasts from the edge of the screen, and as much above them. */
const marginPixels = 32;

/** Sets `--toasts-space` to the height at the lower edge of the screen that toasts need. */
function useToastsSpace(): void {
  useEffect(() => {
    const root = document.documentElement;
    const stacks = document.querySelectorAll(".mantine-Notifications-root");
    const observer = new ResizeObserver(() => {
      const height = Math.max(...[...stacks].map((stack) => stack.clientHeight));
      root.style.setProperty("--toasts-space", height === 0 ? "0px" : `${height + marginPixels}px`);
    });
    for (const stack of stacks) observer.observe(stack);
    return () => observer.disconnect();
  }, []);
}

export function ToastStack() {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  useToastsSpace();
  return (
    <Notifications
      position={isPhone ? "top-center" : "bottom-right"}
      containerWidth={400}
      limit={isPhone ? 2 : 5}
      classNames={{ root: classes["toasts"] ?? "" }}
    />
  );
}
