/** How many whole days ago something happened, as the page counts it while it is open. */
export function daysSince(at: string): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000));
}
