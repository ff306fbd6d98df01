// Where the process begins: it keeps compiled code from one start to the next, then serves.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Before anything else is loaded, since only what comes later is kept.
enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url)));
const { serve } = await import("./serve.ts");
await serve();
