import { expect, test } from "vitest";
import { distributedFolders, thirdPartyPackages } from "./third-party.ts";

/** Licences that allow to distribute a package with the product; a new one is read before it is added. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  // Of libraries that are loaded as they are published: libvips and libheif.
  "LGPL-3.0",
  "LGPL-3.0-or-later",
]);

/** Packages whose own file does not name a licence that their text has. */
const byText: ReadonlyMap<string, string> = new Map([["png-js", "MIT"]]);

const licensesOf = (name: string, expression: string) =>
  (byText.get(name) ?? expression)
    .replace(/ \(https?:[^)]*\)$/, "")
    .replaceAll(/[()]/g, "")
    .split(/ (?:AND|OR) /)
    .map((one) => one.trim());

test("every package that is distributed has a licence that allows it", () => {
  const packages = thirdPartyPackages();
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["hono", "react", "@mantine/core", "scheduler"]),
  );
  const refused = packages.filter(({ name, license }) =>
    licensesOf(name, license).some((one) => !allowed.has(one)),
  );
  expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test("what browsers load counts with all that it depends on, by the folder that is used", () => {
  const lock = {
    packages: {
      "": {},
      "node_modules/server": { dependencies: { shared: "1" } },
      "node_modules/shared": {},
      "node_modules/screen": { dev: true, dependencies: { shared: "2", part: "1" } },
      "node_modules/screen/node_modules/shared": { dev: true },
      "node_modules/part": { dev: true, dependencies: { shared: "1", absent: "1" } },
      "node_modules/linter": { dev: true },
    },
  };
  expect(distributedFolders(lock, ["screen"])).toEqual([
    "node_modules/part",
    "node_modules/screen",
    "node_modules/screen/node_modules/shared",
    "node_modules/server",
    "node_modules/shared",
  ]);
});
