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

// For older targets the minifier rewrites light-dark() so that it ignores the color scheme.
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
  // node_modules may be in a parent folder.
  server: { fs: { allow: [".."] } },
});
