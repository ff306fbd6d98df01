/** A file of rates with these lines. */
export function ratesFile(lines: readonly string[]): File {
  return new File([lines.join("\r\n")], "rates.csv", { type: "text/csv" });
}
