import { readFileSync } from "node:fs";

const packageFile = new URL("../../../package.json", import.meta.url);

/** The version of the program, as in `package.json`. */
export const { version: productVersion } = JSON.parse(readFileSync(packageFile, "utf8")) as {
  readonly version: string;
};
