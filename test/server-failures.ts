const failures: string[] = [];

/** Keeps a line of a server's log when it tells of a failure. */
export function recordServerLine(line: string): void {
  if (line.startsWith('{"level":"error"')) failures.push(line);
}

/** The failures since they were last taken, oldest first. */
export function takeServerFailures(): readonly string[] {
  return failures.splice(0);
}
