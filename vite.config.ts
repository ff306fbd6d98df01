import { lingui } from "@lingui/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// For older targets the minifier rewrites light-dark() so that it ignores the color scheme.
const browsers = ["chrome123", "firefox121", "safari17.5"];

/** What this many pages import is one file, because many small files compress worse. Lazy parts stay on their own. */
const shared = { name: "shared", tags: ["$initial" as const], minShareCount: 38 };

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
        rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups: [shared] } } },
      },
    },
  },
  // node_modules may be in a parent folder.
  server: { fs: { allow: [".."] } },
});
