import { useMediaQuery } from "@mantine/hooks";
import { Notifications, useNotifications } from "@mantine/notifications";
import { useEffect, useLayoutEffect, useState, type ComponentProps } from "react";
import classes from "./toast-stack.module.css";

/** The distance of toasts from the edge of the screen, and as much above them. */
const marginPixels = 32;
/** The height of the page's head on a phone, below which toasts begin. */
const phoneHeadPixels = 68;

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

const widthPixels = 400;
/** How high the stack is taken to be before it is on the screen. */
const usualHeightPixels = 96;
/** How often it is looked whether something has come to lie under the toasts, as after a page has changed. */
const lookMilliseconds = 400;

type Place = NonNullable<ComponentProps<typeof Notifications>["position"]>;
type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

const places = {
  wide: ["bottom-right", "bottom-center", "top-right", "top-center"],
  // The keyboard of a phone may lie over its lower edge.
  phone: ["top-center", "bottom-center"],
} as const satisfies Record<string, readonly Place[]>;

function stackHeight(): number {
  const heights = [...document.querySelectorAll(".mantine-Notifications-root")].map(
    ({ clientHeight }) => clientHeight,
  );
  return Math.max(...heights) || usualHeightPixels;
}

/** What a stack in this place lies over; below the head of the page on a phone, as in the stylesheet. */
function boxOf(place: Place, isPhone: boolean): Box {
  const width = Math.min(widthPixels, innerWidth - marginPixels);
  const [vertical, horizontal] = place.split("-");
  const left =
    horizontal === "right" ? innerWidth - marginPixels / 2 - width : (innerWidth - width) / 2;
  const head = isPhone ? phoneHeadPixels : marginPixels / 2;
  const top = vertical === "top" ? head : innerHeight - marginPixels / 2 - stackHeight();
  return { left, right: left + width, top, bottom: top + stackHeight() };
}

/** How many buttons, links and fields a stack in this place covers. */
function countCovered(place: Place, isPhone: boolean): number {
  const box = boxOf(place, isPhone);
  const controls = document.querySelectorAll("button, a[href], input, textarea, [role=switch]");
  return [...controls].filter((control) => {
    if (control.closest(".mantine-Notifications-root")) return false;
    const { left, right, top, bottom, width } = control.getBoundingClientRect();
    if (width === 0 || !control.checkVisibility()) return false;
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  }).length;
}

/** With something over the page, the stylesheet keeps toasts beside it. */
const overPage =
  ".mantine-Modal-content, .mantine-Drawer-content, .mantine-Spotlight-content, [data-menu][open]";

/** Where toasts cover nothing that can be pressed or, if there is no such place, the least. */
function usePlace(isPhone: boolean): Place {
  const isShown = useNotifications().notifications.length > 0;
  const candidates = isPhone ? places.phone : places.wide;
  const [usual] = candidates;
  const [place, setPlace] = useState<Place>(usual);
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const look = (from: (now: Place) => Place) =>
      setPlace((now) => {
        if (document.querySelector(overPage)) return usual;
        const known = from(now);
        if (countCovered(known, isPhone) === 0) return known;
        const counted = candidates.map((one) => ({ one, covered: countCovered(one, isPhone) }));
        const [least] = counted.toSorted((one, other) => one.covered - other.covered);
        return least?.one ?? usual;
      });
    look(() => usual);
    const timer = setInterval(() => look((now) => now), lookMilliseconds);
    return () => clearInterval(timer);
  }, [isShown, isPhone, candidates, usual]);
  return place;
}

export function ToastStack() {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const place = usePlace(isPhone);
  useToastsSpace();
  return (
    <Notifications
      position={place}
      containerWidth={widthPixels}
      limit={isPhone ? 2 : 5}
      classNames={{ root: classes["toasts"] ?? "" }}
    />
  );
}
