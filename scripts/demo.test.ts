import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockDataFolder } from "#platform/server/db/embedded/supervisor.ts";
import { isLongRun } from "#test/long-run.ts";

const demoFile = join(import.meta.dirname, "demo.ts");

test.runIf(isLongRun)(
  "with a running server the demo prints one sentence and nothing else",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "demo-test-"));
    const lock = await lockDataFolder(folder);
    const result = await new Promise((resolve) => {
      const args = ["--disable-warning=ExperimentalWarning", demoFile];
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, DATA_DIR: folder };
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ exitCode: error?.code, stdout, stderr }),
      );
    });
    lock.release();
    await rm(folder, { recursive: true, force: true });
    expect(result).toEqual({
      exitCode: 1,
      stdout:
        `No demo data was created. Another server is already using the data folder ${folder}. ` +
        "Stop that one first, or set DATA_DIR to a folder of this server's own.\n",
      stderr: "",
    });
  },
);
