// Tells the import rules where an import leads, by Node's own resolution, so that "#core/…" is followed as at run time.
const { createRequire, isBuiltin } = require("node:module");

exports.interfaceVersion = 2;

exports.resolve = (source, importingFile) => {
  if (isBuiltin(source)) return { found: true, path: null };
  try {
    return { found: true, path: createRequire(importingFile).resolve(source) };
  } catch {
    return { found: false };
  }
};
