// Compresses the built files once with the highest quality, so that the server need not do it per request.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const assets = join(import.meta.dirname, "../build/client/assets");

for (const name of readdirSync(assets, { recursive: true, encoding: "utf8" })) {
  if (![".js", ".css"].includes(extname(name))) continue;
  const bytes = readFileSync(join(assets, name));
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  writeFileSync(join(assets, `${name}.br`), compressed);
}
