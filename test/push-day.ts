/** A time zone whose clock shows about noon now, so that no quiet hours hold what a script measures. */
export function timeZoneAtNoon(now: Date): string {
  const hours = 12 - now.getUTCHours();
  // The signs of these names are the reverse of the offset.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
