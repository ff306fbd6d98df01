import { lingui } from "@lingui/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// For older targets the minifier rewrites light-dark() so that it ignores the color scheme.
const browsers = ["chrome123", "firefox121", "safari17.5"];

/** What this many pages import is one file, because many small files compress worse. Lazy parts stay on their own. */
const shared = { name: "shared", tags: ["$initial" as const], minShareCount: 70 };

type Modules = {
  getModuleInfo(
    id: string,
  ): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
};

/** The layouts and pages that load the module at once. */
function entriesOf(id: string, modules: Modules): readonly string[] {
  const found = new Set([id]);
  for (const module of found) {
    for (const importer of modules.getModuleInfo(module)?.importers ?? []) found.add(importer);
  }
  const entries = [...found].filter((module) => modules.getModuleInfo(module)?.isEntry);
  return entries.map((entry) => entry.replace(/\?.*/, ""));
}

const signedInLayout = /\/layout\/(customer|admin)-layout\.tsx$/;
const otherPage = /\/src\/web\/(auth|layout|public)\/|\/src\/web\/[\w.]+$/;
/** Imports of other packages lead through files that import all of the package. */
const ownOrIcon = /\/src\/(?!messages\/)|\/lucide-react\//;

type Entries = {
  readonly hasLayout: boolean;
  /** Pages and layouts outside the layouts of signed-in pages, as one text. */
  readonly others: string;
  readonly count: number;
};

/** A file for the modules to which `nameOf` gives the same name; null leaves them to the bundler. */
function group(debugName: string, nameOf: (entries: Entries) => string | null) {
  const name = (id: string, modules: Modules) => {
    if (!ownOrIcon.test(id)) return null;
    const entries = entriesOf(id, modules);
    const layouts = entries.filter((entry) => signedInLayout.test(entry));
    const others = entries.filter((entry) => otherPage.test(entry) && !layouts.includes(entry));
    return nameOf({
      hasLayout: layouts.length > 0,
      others: others.toSorted().join(),
      count: entries.length,
    });
  };
  return { debugName, name, tags: ["$initial" as const] };
}

const namesOfOthers = new Map<string, string>();

/**
 * A browser asks a server without HTTP/2 for six files at a time, so each small file delays a slow phone as much as five
 * kilobytes. Nothing is loaded in vain by what the layouts of signed-in pages share with the same other pages, nor by
 * what they alone load; most pages with a list need what many of them share.
 */
const groups = [
  shared,
  // First, because a group also takes what its modules import.
  group("layouts-and-others", ({ hasLayout, others }) => {
    if (!hasLayout || others === "") return null;
    const known = namesOfOthers.get(others) ?? `layouts-${namesOfOthers.size + 1}`;
    namesOfOthers.set(others, known);
    return known;
  }),
  group("layouts", ({ hasLayout }) => (hasLayout ? "layouts" : null)),
  group("lists", ({ hasLayout, others, count }) =>
    !hasLayout && others === "" && count >= 18 ? "lists" : null,
  ),
];

/**
 * Files of messages say their language and area, so that the server can name those that a page needs, and the desk's says
 * its page, whose bytes are checked. The others are short hashes, because the list of all files is part of every first view.
 */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language] = /\/src\/messages\/([\w-]+)\/[\w-]+\.json/.exec(facadeModuleId ?? "") ?? [];
  if (language !== undefined) return `assets/messages/${language}/[name]-[hash:7].js`;
  return facadeModuleId?.endsWith("/receiving-page.tsx")
    ? "assets/[name]-[hash:7].js"
    : "assets/[hash:7].js";
}

export default defineConfig({
  plugins: [reactRouter(), lingui({ failOnMissing: true, failOnCompileError: true })],
  build: { target: browsers, cssTarget: browsers, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups } } },
      },
    },
  },
  // node_modules may be in a parent folder.
  server: { fs: { allow: [".."] } },
});
