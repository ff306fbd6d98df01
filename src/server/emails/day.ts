/** A day in an email, such as "March 31, 2026", in UTC. */
export function day(moment: string): string {
  return new Date(moment).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
