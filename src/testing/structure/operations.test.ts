import { isContractProcedure } from "@orpc/contract";
import { describe, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { operations as described } from "#contract/operations.ts";
import { sourceFiles } from "./source-files.ts";

/** Areas whose operations are not in the folder of the same name. */
const foldersOfAreas: Readonly<Record<string, readonly string[]>> = {
  // The specification's three functions keep their names and belong to these features.
  functions: ["wallet", "payments"],
  errorReports: ["error-reports"],
  changeStream: ["change-stream"],
  exchangeRates: ["exchange-rates"],
  inboundParcels: ["inbound-parcels"],
  packageShares: ["packages/shares"],
  parcelClaims: ["parcel-claims"],
  storageLocations: ["storage-locations"],
  storageRates: ["storage-rates"],
  numberRanges: ["labels/number-ranges"],
  freightFigures: ["freight-figures"],
  rates: ["shipping-services"],
  shipRequests: ["ship-requests"],
  packing: ["ship-requests/packing"],
  extraServices: ["extra-services"],
  shippingServices: ["shipping-services"],
  // Photos belong to parcels, and are read there.
  receiving: ["receiving", "inbound-parcels"],
};

const files = sourceFiles("src/server/**/*.ts");

const operations = Object.entries(api).flatMap(([area, procedures]) =>
  Object.keys(procedures).map((verb) => [area, verb] as const),
);

function fileNameOf(verb: string): string {
  return `${verb.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}.ts`;
}

describe("the contract and the server's files", () => {
  test("state whose thing each writing operation of staff changes, and of no other", () => {
    const wrong = described.filter(
      ({ isForStaff, method, actsOn }) => (isForStaff && method !== "GET") !== (actsOn !== null),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test("contain only operations, each in an area", () => {
    const others = Object.entries(api).flatMap(([area, procedures]) =>
      Object.entries(procedures)
        .filter(([, procedure]) => !isContractProcedure(procedure))
        .map(([verb]) => `${area}.${verb}`),
    );
    expect(others).toEqual([]);
  });

  test.each(operations)("%s.%s has a file that exports it by name", (area, verb) => {
    const folders = foldersOfAreas[area] ?? [area];
    const fileName = fileNameOf(verb);
    const found = files.find(({ path }) =>
      folders.some(
        (folder) => path.startsWith(`src/server/${folder}/`) && path.endsWith(`/${fileName}`),
      ),
    )?.text;
    expect(found, `src/server/${folders.join("|")} has no ${fileName}`).toBeDefined();
    expect(found).toMatch(new RegExp(`^export (async function|function|const) ${verb}\\b`, "m"));
  });
});
