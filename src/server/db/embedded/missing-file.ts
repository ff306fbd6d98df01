// Tells a file that is not there from a file that cannot be read.

/** Whether a file operation failed because the file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
