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
  // The manifest says which files the parts of a page need.
  build: { target: browsers, cssTarget: browsers, assetsInlineLimit: 0, manifest: true },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups: [base] } } },
      },
    },
  },
  // node_modules may be in a parent folder.
  server: { fs: { allow: [".."] } },
});
