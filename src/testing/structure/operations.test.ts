// Holds each operation to one name from the API to the file and function that carry it out.
import { isContractProcedure } from "@orpc/contract";
import { describe, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { sourceFiles } from "./source-files.ts";

/** Folders where an area's operations may lie, when it is not the folder of its own name. */
const foldersOfAreas: Readonly<Record<string, readonly string[]>> = {
  // The specification's three functions keep its names, and lie with what they are about.
  functions: ["wallet", "payments"],
};

const files = new Map(sourceFiles("src/server/*/*.ts").map(({ path, text }) => [path, text]));

const operations = Object.entries(api).flatMap(([area, procedures]) =>
  Object.keys(procedures).map((verb) => [area, verb] as const),
);

function fileNameOf(verb: string): string {
  return `${verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

describe("the contract and the server's files", () => {
  test("hold operations alone, each in an area", () => {
    const strange = Object.entries(api).flatMap(([area, procedures]) =>
      Object.entries(procedures)
        .filter(([, procedure]) => !isContractProcedure(procedure))
        .map(([verb]) => `${area}.${verb}`),
    );
    expect(strange).toEqual([]);
  });

  test.each(operations)("%s.%s has a file that exports it by name", (area, verb) => {
    const folders = foldersOfAreas[area] ?? [area];
    const found = folders
      .map((folder) => files.get(`src/server/${folder}/${fileNameOf(verb)}`))
      .find((text) => text !== undefined);
    expect(found, `src/server/${folders.join("|")}/${fileNameOf(verb)} is missing`).toBeDefined();
    expect(found).toMatch(new RegExp(`^export (async function|function|const) ${verb}\\b`, "m"));
  });
});
