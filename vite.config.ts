/** How the browser's part is built. */
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Older targets make the minifier rewrite light-dark() into something that no longer follows the scheme.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    target: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "shared", entriesAware: true, entriesAwareMergeThreshold: 5000 }],
        },
      },
    },
  },
  server: { fs: { allow: [".."] } },
});
