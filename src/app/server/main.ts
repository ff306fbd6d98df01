import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Before any other import, since only modules loaded afterwards are cached.
enableCompileCache(
  fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url)),
);
const { serve } = await import("./serve.ts");
await serve();
