import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { operations } from "#app/contract/operations.ts";
import { environmentSettings } from "#platform/server/environment-settings.ts";
import routes from "#app/web/routes.ts";
import { repository, sourceFiles, type SourceFile } from "./source-files.ts";

const documents = sourceFiles("*.md", "docs/*.md", "docs/decisions/*.md");

function document(path: string): string {
  return documents.find((one) => one.path === path)?.text ?? "";
}

type Screen = { readonly address: string; readonly file: string };

/** An address with what is in the place of its parameters left open, without those that may be missing. */
function withoutNames(address: string): string {
  return address.replaceAll(/\/:\w+\?/g, "").replaceAll(/:\w+/g, "…");
}

/** Every screen with its address in English. */
function screensOf(entries: readonly RouteConfigEntry[], parent = ""): Screen[] {
  return entries.flatMap(({ path = "", file, children, index }) => {
    const address = [parent, path].filter(Boolean).join("/");
    if (children) return screensOf(children, address);
    const isTranslated = address.startsWith("zh-");
    const isScreen = index || path !== "";
    return isScreen && !isTranslated
      ? [
          {
            address: path === "*" ? "any other" : withoutNames(`/${address}`),
            file: join("src/app/web", file),
          },
        ]
      : [];
  });
}

/** The screens that the table of the spec map names. */
function mappedScreens(map: string): Screen[] {
  return [...map.matchAll(/^\| ([^|`]+?) +\| `(src\/\w+\/web\/[^`]+)` +\|$/gm)].flatMap(
    ([, addresses = "", file = ""]) =>
      addresses.split(", ").map((address) => ({ address: withoutNames(address), file })),
  );
}

/** What stands on one side only. */
function differences(screens: readonly Screen[], mapped: readonly Screen[]): string[] {
  const lineOf = ({ address, file }: Screen) => `${address} ${file}`;
  const [real, named] = [screens.map(lineOf), mapped.map(lineOf)];
  return [
    ...real.filter((line) => !named.includes(line)).map((line) => `not mapped: ${line}`),
    ...named.filter((line) => !real.includes(line)).map((line) => `no such page: ${line}`),
  ];
}

const isMissing = (file: string) => !existsSync(join(repository, file));

/** The files that documents name and that are not there. */
function missingFiles(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|sandbox|scripts|e2e|docs|bench)\/[\w./-]+)`/g)]
      .filter(([, file = ""]) => isMissing(file))
      .map(([, file]) => `${path}: ${file}`),
  );
}

/** The links of documents that lead nowhere. */
function brokenLinks(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
      .filter(([, target = ""]) => isMissing(join(dirname(path), target)))
      .map(([, target]) => `${path}: ${target}`),
  );
}

/** What a merge leaves where it needs a hand, also as it is formatted. */
function mergeMarks(files: readonly SourceFile[]): string[] {
  const mark = /^(?:<{7}|>{7}|={7}$|(?:> ){3,}|> *>{3,})/m;
  return files.filter(({ text }) => mark.test(text)).map(({ path }) => path);
}

/** The rows whose first cell stands twice in one table, as a merge leaves them. */
function repeatedRows(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split(/\n(?!\|)/).flatMap((table) => {
      const firstCells = [...table.matchAll(/^\| ([^|]*?) +\|/gm)].map(([, cell = ""]) => cell);
      const repeated = firstCells.filter((cell, position) => firstCells.indexOf(cell) < position);
      return repeated.map((cell) => `${path}: ${cell}`);
    }),
  );
}

/** The areas of operations that the warehouse adds, and single ones of other areas. */
const warehouseOperations =
  /^(?:boxes|extraServices|freightFigures|inboundParcels|labels|manifests|numberRanges|packing|parcelClaims|receiving|shipRequests|stocktakes|storageLocations|storageRates)\.|^packages\.(?:mergePackages|splitPackage)$|^quotes\.(?:compareServices|listServices)$/;

/** The percentages of operations that a document states, and that are more than three off what the warehouse adds. */
function wrongShares(all: readonly { readonly name: string }[], text: string): number[] {
  const added = all.filter(({ name }) => warehouseOperations.test(name)).length;
  const share = (100 * added) / all.length;
  const stated = [...text.matchAll(/(\d+) % of the operations|the other (\d+) %/g)];
  const isOff = (percent: number, actual: number) => Math.abs(percent - actual) > 3;
  return stated.flatMap(([, specified, warehouse]) => {
    if (specified !== undefined)
      return isOff(Number(specified), 100 - share) ? [Number(specified)] : [];
    return isOff(Number(warehouse), share) ? [Number(warehouse)] : [];
  });
}

const undescribed = (settings: readonly string[], manual: string) =>
  settings.filter((name) => !manual.includes(`\`${name}\``));

const numberOf = (path: string) => Number(/(\d{4})-[\w-]+\.md$/.exec(path)?.[1]);
/** The decisions whose number is not the next one. */
const wrongNumbers = (paths: readonly string[]) =>
  paths.filter((path, position) => numberOf(path) !== position + 1);

describe("the documents", () => {
  test("describe every setting", () => {
    const names = Object.keys(environmentSettings);
    expect(undescribed(names, document("docs/operations.md"))).toEqual([]);
  });

  test("map every page of the product, and no other", () => {
    const screens = screensOf(routes);
    expect(screens.length).toBeGreaterThan(60);
    expect(differences(screens, mappedScreens(document("docs/spec-map.md")))).toEqual([]);
  });

  test("say how much of the API the warehouse adds", () => {
    expect(document("README.md")).toMatch(/\d+ % of the operations.*the other \d+ %/s);
    expect(wrongShares(operations, document("README.md"))).toEqual([]);
  });

  test("name only files that exist", () => {
    expect(missingFiles(documents)).toEqual([]);
  });

  test("link only to what exists", () => {
    expect(brokenLinks(documents)).toEqual([]);
  });

  test("have no marks of a merge", () => {
    expect(mergeMarks(documents)).toEqual([]);
  });

  test("have no row twice where each is named by its first cell", () => {
    const named = sourceFiles("docs/{bounds,invariants,spec-map}.md");
    expect(named).toHaveLength(3);
    expect(repeatedRows(named)).toEqual([]);
  });

  test("number decisions one after the other", () => {
    expect(wrongNumbers(sourceFiles("docs/decisions/*.md").map(({ path }) => path))).toEqual([]);
  });
});

describe("a document that is wrong is reported", () => {
  const written = (text: string): SourceFile[] => [{ path: "docs/example.md", text }];

  test("a page that it does not map, in any folder, and one that is not there", () => {
    const entries: RouteConfigEntry[] = [
      { path: "boxes/:code?", file: "admin/boxes/deep/boxes-page.tsx" },
      { path: "scan/:qrCodeId", file: "scan-page.tsx" },
    ];
    const map =
      "| /scan/… | `src/app/web/scan-page.tsx` |\n| /waiting | `src/app/web/scan-page.tsx` |\n";
    expect(differences(screensOf(entries), mappedScreens(map))).toEqual([
      "not mapped: /boxes src/app/web/admin/boxes/deep/boxes-page.tsx",
      "no such page: /waiting src/app/web/scan-page.tsx",
    ]);
  });

  test.each(["<<<<<<< HEAD", "> > > > > > > labels", ">>>>>>> labels", "======="])("%s", (mark) => {
    expect(mergeMarks(written(`A line.\n\n${mark}\n`))).toEqual(["docs/example.md"]);
  });

  test("a row that stands twice", () => {
    const table = "| word | meaning |\n| --- | --- |\n| leg | A part. |\n";
    expect(repeatedRows(written(`${table}| leg   | Another part. |\n`))).toEqual([
      "docs/example.md: leg",
    ]);
    expect(repeatedRows(written(`${table}\n${table}`))).toEqual([]);
  });

  test("a file, a link, a setting, a share and a number", () => {
    expect(missingFiles(written("See `src/app/rules/none.ts`."))).toEqual([
      "docs/example.md: src/app/rules/none.ts",
    ]);
    expect(brokenLinks(written("See [it](none.md)."))).toEqual(["docs/example.md: none.md"]);
    expect(undescribed(["PORT", "HOST"], "`PORT`")).toEqual(["HOST"]);
    const half = [{ name: "boxes.addBox" }, { name: "wallet.readWallet" }];
    const text = "It has 50 % of the operations, and the warehouse the other 41 %.";
    expect(wrongShares(half, text)).toEqual([41]);
    expect(wrongNumbers(["0001-one.md", "0003-three.md"])).toEqual(["0003-three.md"]);
  });
});
