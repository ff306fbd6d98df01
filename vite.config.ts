import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { languages } from "./src/platform/rules/language.ts";

// For older targets the minifier rewrites light-dark() so that it ignores the color scheme.
const browsers = ["chrome123", "firefox121", "safari17.5"];

const web = join(import.meta.dirname, "src/app/web");
/** The API client of each module. */
const apiClient = /\/src\/\w+\/web\/api(?:-of-ui)?\.ts$/;
const atOnce = new Set([
  fileURLToPath(import.meta.resolve("react-dom/client")),
  join(web, "root.tsx"),
  join(web, "layout/protected-shell.tsx"),
]);

/**
 * One file for what the document and the layouts of signed-in pages load at once, because many small files compress
 * worse and a browser asks a server without HTTP/2 for six at a time. A group takes all that its modules import. The
 * entry, which starts the application when it is run, is none of them.
 */
const base = {
  name: "base",
  tags: ["$initial" as const],
  // The hooks of each module that call the API are a line of code, too small for a file of their own.
  test: (id: string) => atOnce.has(pathOf(id)) || apiClient.test(pathOf(id)),
};

/** What forms need besides, for the pages that have one. */
const form = {
  name: "form",
  tags: ["$initial" as const],
  test: (id: string) => /\/ui\/web\/(form|app-form|field-rules)\.tsx?$/.test(pathOf(id)),
};

/** What most pages show: headings, cards, tables and fields. */
const often = { name: "often", tags: ["$initial" as const], minShareCount: 25 };

/** Icons, names of styles, hooks and rules of a few lines, each of which would be a file of its own. */
const small = {
  name: "small",
  tags: ["$initial" as const],
  minShareCount: 2,
  maxModuleSize: 1_500,
  test: /lucide-react|\.module\.mjs|@mantine\/hooks|\/rules\//,
};

function pathOf(id: string): string {
  return id.split("?", 1).join();
}

/**
 * Files of messages say their language, so that the server can name those that a page needs. The others are
 * short hashes, because the list of all files is part of every first view.
 */
function chunkFileNames({ name }: { name: string }): string {
  const language = languages.find((one) => name.endsWith(`-${one.toLowerCase()}`));
  if (language === undefined) return "assets/[hash:7].js";
  return `assets/messages/${language}/[hash:7].js`;
}

export default defineConfig({
  plugins: [reactRouter(), lingui({ failOnMissing: true, failOnCompileError: true })],
  build: { target: browsers, cssTarget: browsers, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { chunkFileNames, codeSplitting: { groups: [base, form, often, small] } },
        },
      },
    },
  },
  // node_modules may be in a parent folder.
  server: { fs: { allow: [".."] } },
});
