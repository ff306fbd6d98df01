/** Opens an empty tab for a page of the payment provider whose address is not known yet. */

/**
 * Opens an empty tab at once, since browsers allow that only at the click itself.
 * @param told what the tab says until it is led on.
 * @returns null where the browser refuses even so.
 */
export function openEmptyTab(notified: { readonly title: string; readonly text: string }) {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = notified.title;
  tab.document.body.textContent = notified.text;
  return tab;
}
