/**
 * Opens an empty tab for a payment page whose address is not known yet. Browsers allow opening a tab only during the
 * click itself.
 * @param content shown in the tab until it navigates.
 * @returns null when the browser blocks the tab.
 */
export function openEmptyTab(content: { readonly title: string; readonly text: string }) {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = content.title;
  tab.document.body.textContent = content.text;
  return tab;
}
