// The API server's process in development.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../..");
// Before any other import, since only modules loaded afterwards are cached.
enableCompileCache(join(repository, "node_modules/.cache/compiled"));

const [{ default: routes }, { default: config }, { writeEmptyPages }, { serve }] =
  await Promise.all([
    import("#app/web/routes.ts"),
    import("../../react-router.config.ts"),
    import("./empty-pages.ts"),
    import("#app/server/serve.ts"),
  ]);

const clientFolder = join(repository, "build/development");
writeEmptyPages(clientFolder, { routes, prerendered: config.prerender });
await serve({
  clientFolder,
  printsStartupMessage: process.argv.includes("--print-startup-message"),
});
process.send?.("ready");
