// Makes the server's secret once and keeps it in the data folder, readable by its owner alone.
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataFolder } from "./private-files.ts";

function readStored(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * The secret kept in the file `secret` of `dataFolder`; made there when there is none yet. Two servers that
 * start at once agree on one secret, and a crash never leaves half of one.
 */
export function loadOrCreateSecret(dataFolder: string): string {
  makeDataFolder(dataFolder);
  const path = join(dataFolder, "secret");
  const stored = readStored(path);
  if (stored !== null) return stored;

  const made = join(dataFolder, `secret-${randomBytes(8).toString("hex")}`);
  writeFileSync(made, `${randomBytes(32).toString("hex")}\n`, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  try {
    // A link, unlike a rename, fails where the name is taken: whoever comes first has made the secret.
    linkSync(made, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    unlinkSync(made);
  }
  return readFileSync(path, "utf8").trim();
}

/** Puts `secret` in the place of the one kept in `dataFolder`: for a restore that brings its own. */
export function replaceSecret(dataFolder: string, secret: string): void {
  const path = join(dataFolder, "secret");
  const made = join(dataFolder, `secret-${randomBytes(8).toString("hex")}`);
  writeFileSync(made, `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(made, path);
}
