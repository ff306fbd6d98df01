import { useEffect } from "react";

/** What a reader stands in, from the inside. */
const parts =
  "form, section, article, li, tr, [role='dialog'], [role='tabpanel'], [tabindex], main";
/** Those that replace something and take the focus do so sooner, also at the end of a short transition. */
const waitMilliseconds = 300;

/** Focuses a part of the page, which takes no place in the order of Tab. */
function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute("tabindex")) {
    part.tabIndex = -1;
    part.addEventListener("blur", () => part.removeAttribute("tabindex"), { once: true });
  }
  part.focus({ preventScroll: true });
}

function partsAround(element: Element): HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.matches(parts)) around.push(at);
  }
  return around;
}

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility();

/**
 * Keeps the place on the page where what had the focus is taken away or disabled and nothing else takes it, as after most
 * buttons that have done their work: the nearest part around it has the focus then, or the button once it is enabled again.
 * The browser would leave it to the whole page, where a screen reader says nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let around: HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      if (last === null || document.activeElement !== document.body) return;
      if (isShown(last)) {
        if (!last.matches(":disabled")) last.focus({ preventScroll: true });
        return;
      }
      const part = around.find(isShown) ?? document.querySelector("main");
      if (part !== null) focusPart(part);
    };
    const check = () => {
      if (last === null || document.activeElement !== document.body) return;
      timer ??= setTimeout(keep, waitMilliseconds);
    };
    // Closes a window, which gives the focus back to what opened it: not in between to a part that is about to go.
    const waitAnew = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || timer === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(keep, waitMilliseconds);
    };
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      around = partsAround(target);
    };
    // Somebody has left it, for nothing that takes the focus.
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      requestAnimationFrame(() => {
        if (target === last && last !== null && isShown(last) && !last.matches(":disabled")) {
          last = null;
        }
      });
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["disabled"],
    });
    document.addEventListener("focusin", remember);
    document.addEventListener("focusout", forget);
    document.addEventListener("keydown", waitAnew, { capture: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", forget);
      document.removeEventListener("keydown", waitAnew, { capture: true });
    };
  }, []);
}
