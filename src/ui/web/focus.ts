/** Moves the focus to a part of the page, of which the beginning is then in sight below the header, however long it is. */
export function focusFromTop(part: HTMLElement | null): void {
  if (part === null) return;
  part.focus({ preventScroll: true });
  const { top, bottom } = part.getBoundingClientRect();
  const headerHeight = Number.parseFloat(
    getComputedStyle(document.documentElement).scrollPaddingTop,
  );
  if (top < headerHeight || bottom > window.innerHeight) part.scrollIntoView({ block: "start" });
}
