// What a release changes in files, as text.

/** Whether `next` may be released where `current` is in `package.json`: it is the same, prepared again, or a later one. */
export function mayFollow(next: string, current: string): boolean {
  const numbersOf = (version: string) =>
    /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number) ?? null;
  const [to, from] = [numbersOf(next), numbersOf(current)];
  if (to === null || from === null) return false;
  const differing = to.findIndex((number, index) => number !== from[index]);
  return differing === -1 || (to[differing] ?? 0) > (from[differing] ?? 0);
}

/** `package.json`, or `package-lock.json`, with the version of the product. */
export function withVersion(file: string, version: string): string {
  const parsed = JSON.parse(file) as {
    version: string;
    packages?: Record<string, { version?: string }>;
  };
  const own = parsed.packages?.[""];
  const packages = own && { ...parsed.packages, "": { ...own, version } };
  return `${JSON.stringify({ ...parsed, version, ...(packages && { packages }) }, null, 2)}\n`;
}

/** The changelog with the day of the release. Throws where it says nothing of the release. */
export function withReleasedChanges(changelog: string, version: string, day: string): string {
  const heading = new RegExp(
    `^## (?:Unreleased|${version.replaceAll(".", "\\.")} \\([^)]*\\))$`,
    "m",
  );
  if (!heading.test(changelog)) {
    throw new Error(`CHANGELOG.md has no section "## Unreleased" with what ${version} changes.`);
  }
  return changelog.replace(heading, `## ${version} (${day})`);
}

/** The fingerprint of each migration by its name, under the version that released it first. */
export type ReleasedMigrations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Adds those of `version`: the `migrations` that no release before had. Throws where one that was released has changed, since a
 * database never runs a migration twice.
 */
export function withMigrations(
  released: ReleasedMigrations,
  version: string,
  migrations: ReadonlyMap<string, string>,
): ReleasedMigrations {
  const before = Object.entries(released).filter(([one]) => one !== version);
  const known = new Map(before.flatMap(([, own]) => Object.entries(own)));
  const changed = [...known].filter(([name, print]) => migrations.get(name) !== print);
  if (changed.length > 0) {
    const names = changed.map(([name]) => name).join(", ");
    throw new Error(`A release has run ${names}, so it may not change: write another migration.`);
  }
  const added = [...migrations].filter(([name]) => !known.has(name));
  return Object.fromEntries([...before, [version, Object.fromEntries(added)]]);
}

/** The notes of the page on upgrades, with the row of `version`. */
export function withUpgradeNotes(
  page: string,
  version: string,
  released: ReleasedMigrations,
): string {
  const names = Object.keys(released[version] ?? {});
  const isFirst = Object.keys(released).length === 1;
  const back = isFirst
    ? "there is none"
    : names.length > 0
      ? "restore the backup"
      : "move the link";
  const row = `| ${version} | ${names.length > 0 ? names.join(", ") : "no"} | ${back} |`;
  const isOwn = (line: string) => line.split("|")[1]?.trim() === version;
  const others = page.split("\n").filter((line) => !isOwn(line));
  const rule = others.findIndex((line) => /^\| -+ \|/.test(line));
  if (rule === -1) throw new Error("The page on upgrades has no table of releases.");
  return others.toSpliced(rule + 1, 0, row).join("\n");
}
