// The packages of others that an operator distributes: to servers, and in the scripts that browsers load.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");

type LockedPackage = {
  readonly version?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

/** `package-lock.json`: packages by their folder, such as `node_modules/hono`. */
export type Lockfile = { readonly packages: Readonly<Record<string, LockedPackage>> };

type ThirdPartyPackage = {
  readonly name: string;
  readonly version: string;
  /** As its `package.json` has it, in the form of SPDX; empty where it has none. */
  readonly license: string;
  /** The texts of its files of licences and notices. */
  readonly texts: readonly string[];
};

/** The folder that `name` leads to from the package in the folder `from`. */
function folderOf({ packages }: Lockfile, from: string, name: string): string | undefined {
  for (let parent = from; ; parent = parent.slice(0, parent.lastIndexOf("node_modules/"))) {
    const base = parent === "" || parent.endsWith("/") ? parent : `${parent}/`;
    const folder = `${base}node_modules/${name}`;
    if (packages[folder] !== undefined) return folder;
    if (parent === "") return undefined;
  }
}

/** The folders of the packages that production installs, and of `bundled` with all that they depend on. */
export function distributedFolders(lock: Lockfile, bundled: readonly string[]): string[] {
  const folders = new Set(
    Object.entries(lock.packages)
      .filter(([folder, { dev = false }]) => folder !== "" && !dev)
      .map(([folder]) => folder),
  );
  const waiting = bundled.map((name) => folderOf(lock, "", name));
  const seen = new Set<string>();
  while (waiting.length > 0) {
    const folder = waiting.pop();
    if (folder === undefined || seen.has(folder)) continue;
    seen.add(folder);
    folders.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[folder] ?? {};
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    waiting.push(...names.map((name) => folderOf(lock, folder, name)));
  }
  return [...folders].toSorted();
}

/** The names of the packages that the screens import. */
function bundledNames(): string[] {
  const files = globSync("src/*/{web,contract,rules}/**/*.{ts,tsx}", { cwd: repository });
  const names = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(repository, file), "utf8");
      return [...text.matchAll(/(?:from |import\(|import )"([@a-z][^"]*)"/g)];
    })
    .map(([, name = ""]) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
  return [...new Set(names)];
}

function describe(folder: string): ThirdPartyPackage {
  const place = join(repository, folder);
  const about = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string | { readonly type?: string };
  };
  const { license = "" } = about;
  const texts = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|notice|copying)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(place, name), "utf8").trim());
  const { name, version } = about;
  return {
    name,
    version,
    license: typeof license === "string" ? license : (license.type ?? ""),
    texts,
  };
}

/** What is distributed, of this platform. */
export function thirdPartyPackages(): ThirdPartyPackage[] {
  const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as Lockfile;
  return distributedFolders(lock, bundledNames())
    .filter((folder) => existsSync(join(repository, folder, "package.json")))
    .map(describe);
}
