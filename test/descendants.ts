import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

type ListedProcess = { readonly id: number; readonly parentId: number };

/** Empty when the process has ended. */
function readProcess(id: string): ListedProcess[] {
  try {
    const facts = readFileSync(`/proc/${id}/stat`, "utf8");
    // The parent follows the state, which follows the program's name in brackets.
    const [, , parentId] = facts.slice(facts.lastIndexOf(")")).split(" ");
    return [{ id: Number(id), parentId: Number(parentId) }];
  } catch {
    return [];
  }
}

/** Every process with its parent. On Linux without `ps`, which minimal systems may lack. */
function listProcesses(): ListedProcess[] {
  if (process.platform === "linux") {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess);
  }
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return lines
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([id, parentId]) => ({ id: Number(id), parentId: Number(parentId) }));
}

/** The ids of all descendants of `processId`, parents before their children. */
export function descendantsOf(processId: number): number[] {
  const all = listProcesses();
  const found = [processId];
  for (const parentId of found) {
    found.push(...all.filter((each) => each.parentId === parentId).map((each) => each.id));
  }
  return found.slice(1);
}
