// Resolves imports for the import rules as Node does, including "#money/…".
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
