/** How the browser's part is built. */
import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { componentStyles } from "#web/ui/component-styles-plugin.ts";
import { lazyCopies } from "#web/ui/lazy-copies-plugin.ts";
import { seaChart } from "#web/ui/sea-chart-plugin.ts";
import { stableIds } from "#web/ui/stable-ids-plugin.ts";
import { themeVariablesStyles } from "#web/ui/theme-variables-plugin.ts";
import { removeUnusedModules } from "#web/ui/unused-modules-plugin.ts";
import { worldLand } from "#web/ui/world-land-plugin.ts";

// Older targets make the minifier rewrite light-dark() into something that ignores the scheme.
const browsers = ["chrome123", "firefox121", "safari17.5"];

export default defineConfig({
  plugins: [
    componentStyles(join(import.meta.dirname, "src/web")),
    seaChart(),
    worldLand(),
    removeUnusedModules(),
    lazyCopies(),
    stableIds(),
    themeVariablesStyles(),
    reactRouter(),
  ],
  build: { target: browsers, cssTarget: browsers, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: "assets/part-[hash].js",
          },
        },
      },
    },
  },
  // Dependencies may lie in a folder above this one.
  server: { fs: { allow: [".."] } },
});
