import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataFolder } from "./private-files.ts";

function findText(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * What is in the file `name` of `dataFolder`, which is created with `makeText`, readable by its owner only, when it is
 * missing. Two servers that start at the same time agree on one, and a crash never leaves half of one.
 */
export function loadOrCreateSecretFile(
  dataFolder: string,
  name: string,
  makeText: () => string,
): string {
  makeDataFolder(dataFolder);
  const path = join(dataFolder, name);
  const stored = findText(path);
  if (stored !== null) return stored;

  const temporary = join(dataFolder, `${name}-${randomBytes(8).toString("hex")}`);
  writeFileSync(temporary, `${makeText()}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // A link, unlike a rename, fails when the name is taken, so the first server's secret is used.
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    unlinkSync(temporary);
  }
  return readFileSync(path, "utf8").trim();
}

/** The secret of a server without the setting `SECRET`. */
export function loadOrCreateSecret(dataFolder: string): string {
  return loadOrCreateSecretFile(dataFolder, "secret", () => randomBytes(32).toString("hex"));
}

/** Replaces the secret in `dataFolder`, for a backup that includes its own. */
export function replaceSecret(dataFolder: string, secret: string): void {
  const path = join(dataFolder, "secret");
  const temporary = join(dataFolder, `secret-${randomBytes(8).toString("hex")}`);
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(temporary, path);
}
