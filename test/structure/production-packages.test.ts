// What a server runs is in `dependencies`; what only the build and the tests need is not installed beside it.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { serverProcess } from "#test/crashes/server-process.ts";
import { isLongRun } from "#test/long-run.ts";
import { repository } from "./source-files.ts";

const about = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The server, and the commands of an operator. */
const entries = [
  "src/app/server/main.ts",
  ...["admin", "backup", "check-providers", "maintenance", "reconcile", "restore"].map(
    (name) => `scripts/${name}.ts`,
  ),
];

/** Needed, though nothing imports them: the program that runs it, and a page as published. */
const notImported = ["node", "swagger-ui-dist"];

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)"([^"\n]+)"|^import "([^"\n]+)";$/gm;

/** Everything that the text of a module loads at run time: not what it imports for types alone. */
function specifiersOf(text: string): string[] {
  const code = text
    .replaceAll(/^import type [^;]+;$/gm, "")
    .replaceAll(/^export type \{[^;]+;$/gm, "")
    .replaceAll(/typeof import\("[^"]+"\)/g, "");
  return [...code.matchAll(specifier)].map(([, one, other]) => one ?? other ?? "");
}

const packageOf = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/");

/** The packages that the entries load, with one file that does. */
function loadedPackages(files: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const name of specifiersOf(readFileSync(join(repository, file), "utf8"))) {
      const own = /^#(test|sandbox)\//.test(name)
        ? name.slice(1)
        : name.startsWith("#")
          ? `src/${name.slice(1)}`
          : name.startsWith(".")
            ? join(dirname(file), name)
            : null;
      if (own === null) {
        if (!name.startsWith("node:") && /^[@a-z]/.test(name) && !name.includes(":")) {
          packages.set(packageOf(name), file);
        }
      } else if (own.endsWith(".ts") && existsSync(join(repository, own))) waiting.push(own);
    }
  }
  return packages;
}

const loaded = loadedPackages(entries);

/** The packages that are loaded and not installed, with a file that does, and those that are installed and not loaded. */
function differences(packages: ReadonlyMap<string, string>, dependencies: readonly string[]) {
  return {
    missing: [...packages].filter(([name]) => !dependencies.includes(name)),
    unused: dependencies.filter((name) => !packages.has(name) && !notImported.includes(name)),
  };
}

test("production installs what a server and its commands load, and nothing else", () => {
  const expected = { missing: [], unused: [] };
  expect(differences(loaded, Object.keys(about.dependencies))).toEqual(expected);
});

test("a missing package and an unused one are reported", () => {
  expect(differences(new Map([["hono", "a.ts"]]), ["react", "node"])).toEqual({
    missing: [["hono", "a.ts"]],
    unused: ["react"],
  });
});

test("npm start installs what the build needs, whatever NODE_ENV says", () => {
  const text = readFileSync(join(repository, "scripts/installed.mjs"), "utf8");
  expect(text).toContain('npm(["ci", "--include=dev"');
});

test("imports of every form count, but those of types", () => {
  const text = [
    'import type { A } from "types-alone";',
    'import { b } from "one";',
    'const c = await import("two/part");',
    'type D = typeof import("types-of");',
    'const file = new URL("./worker.ts", import.meta.url);',
    'import "three";',
  ].join("\n");
  expect(specifiersOf(text)).toEqual(["one", "two/part", "./worker.ts", "three"]);
  expect(["@scope/name/part", "name/part"].map(packageOf)).toEqual(["@scope/name", "name"]);
});

/** The built product in `folder`, with the packages that `npm ci --omit=dev` installs. */
function installForProduction(folder: string): void {
  for (const name of ["build/client", "package.json", "sandbox", "scripts", "src"]) {
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  }
  const { packages } = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  for (const [place, { dev = false }] of Object.entries(packages)) {
    // The Node that runs the test runs the product too.
    if (place === "" || dev || place === "node_modules/node") continue;
    const source = join(repository, place);
    if (!existsSync(source)) continue;
    const isOwn = (path: string) => path === source || basename(path) !== "node_modules";
    cpSync(source, join(folder, place), { recursive: true, filter: isOwn, verbatimSymlinks: true });
  }
}

test.runIf(isLongRun)(
  "the built product serves, and makes a backup, with production packages alone",
  async () => {
    execFileSync(process.execPath, ["scripts/prepare.ts"], { cwd: repository });
    const program = mkdtempSync(join(tmpdir(), "production-"));
    installForProduction(program);
    expect(existsSync(join(program, "node_modules/vite"))).toBe(false);
    const server = await serverProcess(null, { program });
    try {
      await server.start();
      for (const path of ["/", "/login", "/api/docs", "/third-party-notices.txt"]) {
        expect((await fetch(server.address + path)).status, path).toBe(200);
      }
      const { PATH = "", HOME = "" } = process.env;
      const env = { PATH, HOME, DATA_DIR: server.dataFolder };
      const printed = execFileSync(process.execPath, ["scripts/backup.ts"], { cwd: program, env });
      expect(printed.toString()).toMatch(/backups\/sampan-.+\.tar\.gz: \d+ rows, \d+ files/);
      expect(await server.end()).toBe(0);
    } finally {
      await server.remove();
      rmSync(program, { recursive: true, force: true });
    }
  },
  // With a build.
  400_000,
);
