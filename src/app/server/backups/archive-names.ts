import { brandSlug } from "#platform/rules/brand.ts";

const dayMilliseconds = 86_400_000;
const pattern = new RegExp(
  `^${brandSlug}-(\\d{4}-\\d{2}-\\d{2})T(\\d{2})-(\\d{2})-(\\d{2})Z\\.tar\\.gz$`,
);

/** The name of an archive that is made now, which begins with that of the product. */
export function archiveName(now: Date): string {
  return `${brandSlug}-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;
}

/** Those of `names` that `archiveName` gave more than `keepDays` days ago. Others, named by people, are never among them. */
export function expiredArchives(names: readonly string[], now: Date, keepDays: number): string[] {
  return names.filter((name) => {
    const [, day, hours, minutes, seconds] = pattern.exec(name) ?? [];
    if (day === undefined) return false;
    const madeAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
    return now.getTime() - madeAt > keepDays * dayMilliseconds;
  });
}
