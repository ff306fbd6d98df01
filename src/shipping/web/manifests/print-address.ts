/** The address under which a manifest is opened and printed; a browser shows the PDF. */
export function printAddress(manifestId: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({ timeZone }).toString();
  return `/api/admin/manifests/${manifestId}/manifest.pdf?${query}`;
}
