// The entry of the API server's process in development: the product's own server, which shows pages that Vite renders.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../..");
// Before anything else is loaded, since only what comes later is kept.
enableCompileCache(join(repository, "node_modules/.cache/compiled"));

const [{ default: routes }, { default: config }, { writeEmptyPages }, { serve }] =
  await Promise.all([
    import("#web/routes.ts"),
    import("../../react-router.config.ts"),
    import("./empty-pages.ts"),
    import("#server/serve.ts"),
  ]);

const clientFolder = join(repository, "build/development");
writeEmptyPages(clientFolder, { routes, prerendered: config.prerender });
await serve({ clientFolder, isWelcomeShown: process.argv.includes("--welcome") });
process.send?.("ready");
