// Tells whether a process still runs, given its number alone.
import { readFile } from "node:fs/promises";

/**
 * Whether that process exists and has not ended. One that has ended but that its parent has not
 * taken note of yet keeps its number, in containers for seconds; it counts as gone.
 */
export async function isRunning(processId: number): Promise<boolean> {
  try {
    process.kill(processId, 0);
  } catch (error) {
    const isSomebodyElses = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!isSomebodyElses) return false;
  }
  if (process.platform !== "linux") return true;
  try {
    const facts = await readFile(`/proc/${processId}/stat`, "utf8");
    // The state follows the program's name, which stands in brackets and may hold any character.
    return !/^ [ZX]/.test(facts.slice(facts.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}
