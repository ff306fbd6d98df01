/** The texts of all toasts that are shown, title and description joined; poll it with `expect.poll(shownToasts)`. */
export function shownToasts(): string[] {
  return [...document.querySelectorAll(".mantine-Notification-body")].map(({ children }) =>
    [...children]
      .map(({ textContent }) => textContent)
      .filter((text) => text !== "")
      .join(": "),
  );
}
