import { readFile } from "node:fs/promises";

/**
 * Whether the process runs. A zombie, which keeps its process id until its parent reads its exit status, does not.
 */
export async function isRunning(processId: number): Promise<boolean> {
  try {
    process.kill(processId, 0);
  } catch (error) {
    const isOtherUsers = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!isOtherUsers) return false;
  }
  if (process.platform !== "linux") return true;
  try {
    const facts = await readFile(`/proc/${processId}/stat`, "utf8");
    // The state follows the program's name, which is in brackets and may contain any character.
    return !/^ [ZX]/.test(facts.slice(facts.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}
