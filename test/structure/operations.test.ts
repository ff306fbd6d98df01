import { isContractProcedure } from "@orpc/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { api } from "#app/contract/api.ts";
import { operations as described } from "#app/contract/operations.ts";
import { sourceFiles, type SourceFile } from "./source-files.ts";

/** Areas whose operations are not in the folder of the same name. */
const foldersOfAreas: Readonly<Record<string, readonly string[]>> = {
  goodsRules: ["goods-rules"],
  // The specification's three functions keep their names and belong to these features.
  functions: ["wallet", "payments"],
  errorReports: ["error-reports"],
  changeStream: ["change-stream"],
  exchangeRates: ["exchange-rates"],
  inboundParcels: ["inbound-parcels"],
  packageShares: ["packages/shares"],
  parcelClaims: ["parcel-claims"],
  parcelRemovals: ["parcel-removals"],
  storageLocations: ["storage-locations"],
  storageRates: ["storage-rates"],
  numberRanges: ["labels/number-ranges"],
  labels: ["labels", "customs"],
  freightFigures: ["freight-figures"],
  rates: ["shipping-services"],
  shipRequests: ["ship-requests"],
  packing: ["ship-requests/packing"],
  extraServices: ["extra-services"],
  shippingServices: ["shipping-services"],
  // Photos belong to parcels, and are read there.
  receiving: ["receiving", "inbound-parcels"],
  // What somebody is notified of is chosen beside the notifications.
  users: ["users", "notifications"],
};

const files = sourceFiles("src/*/server/**/*.ts");

const operations = Object.entries(api).flatMap(([area, procedures]) =>
  Object.keys(procedures).map((verb) => [area, verb] as const),
);

type Described = Pick<(typeof described)[number], "name" | "isForStaff" | "method" | "actsOn">;

/** The operations that do not state whose thing they change, and those that change none and state it. */
const withWrongSubject = (all: readonly Described[]) =>
  all
    .filter(
      ({ isForStaff, method, actsOn }) => (isForStaff && method !== "GET") !== (actsOn !== null),
    )
    .map(({ name }) => name);

/** Operations whose rows keep the key of what a desk may send days later. */
const keysInRows = [
  "receiving.receiveInboundParcel",
  "receiving.measureAgain",
  "receiving.correctReceivingRecord",
];

type Stated = Pick<
  (typeof described)[number],
  | "name"
  | "isForStaff"
  | "method"
  | "transaction"
  | "audit"
  | "expectsVersion"
  | "isIdempotent"
  | "inputSchema"
>;

/** What the contract of an operation states of version, repeats and audit that its input does not bear out. */
function faultsOfStatement(operation: Stated): string[] {
  const { name, inputSchema, audit, transaction } = operation;
  const fields = inputSchema instanceof z.ZodObject ? Object.keys(inputSchema.shape) : [];
  const has = (field: string) => fields.includes(field);
  const isWriting = operation.method !== "GET" && transaction !== "none";
  const isKeyOurs = transaction === "one" && !keysInRows.includes(name);
  return [
    ...(operation.expectsVersion === has("expectedVersion") ? [] : [`${name}: version`]),
    ...(isKeyOurs && operation.isIdempotent !== has("idempotencyKey") ? [`${name}: key`] : []),
    ...(typeof audit === "object" && audit !== null && "field" in audit && !has(audit.field)
      ? [`${name}: field`]
      : []),
    ...(operation.isForStaff && isWriting && audit === null ? [`${name}: audit`] : []),
  ];
}

const withoutProcedure = (areas: Readonly<Record<string, object>>) =>
  Object.entries(areas).flatMap(([area, procedures]) =>
    Object.entries(procedures)
      .filter(([, procedure]) => !isContractProcedure(procedure))
      .map(([verb]) => `${area}.${verb}`),
  );

/** Why an operation is not where it belongs; null if it is. */
function faultOf(area: string, verb: string, all: readonly SourceFile[]): string | null {
  const folders = foldersOfAreas[area] ?? [area];
  const isThere = new RegExp(`^src/\\w+/server/(?:${folders.join("|")})[/.]`);
  const isExported = new RegExp(`^export (async function|function|const) ${verb}\\b`, "m");
  const isFound = all.some(({ path, text }) => isThere.test(path) && isExported.test(text));
  return isFound ? null : `No file of ${folders.join("|")} exports ${verb}.`;
}

describe("the contract and the server's files", () => {
  test("state the version, the key and the audit entry where there are such", () => {
    expect(described.flatMap(faultsOfStatement)).toEqual([]);
  });

  test("state whose thing each writing operation of staff changes, and of no other", () => {
    expect(withWrongSubject(described)).toEqual([]);
  });

  test("contain only operations, each in an area", () => {
    expect(withoutProcedure(api)).toEqual([]);
  });

  test("have each operation in its area", () => {
    const faults = operations.map(([area, verb]) => faultOf(area, verb, files));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});

test("an operation that states too little or too much is reported", () => {
  const [first] = described;
  if (first === undefined) throw new Error("There is no operation.");
  const ofStaff = {
    ...first,
    name: "a.b",
    isForStaff: true,
    method: "POST",
    transaction: "one",
  } as const;
  const inputSchema = z.object({ expectedVersion: z.int(), idempotencyKey: z.uuid() });
  expect(faultsOfStatement({ ...ofStaff, audit: null, inputSchema })).toEqual([
    "a.b: version",
    "a.b: key",
    "a.b: audit",
  ]);
  const audit = { field: "thing" };
  expect(faultsOfStatement({ ...ofStaff, audit, inputSchema: z.object({}) })).toEqual([
    "a.b: field",
  ]);
});

test("an operation without a subject, file or export is reported", () => {
  const subject = described.find(({ actsOn }) => actsOn !== null)?.actsOn ?? null;
  const all: Described[] = [
    { name: "boxes.addBox", isForStaff: true, method: "POST", actsOn: null },
    { name: "boxes.listBoxes", isForStaff: true, method: "GET", actsOn: subject },
    { name: "boxes.readBox", isForStaff: true, method: "GET", actsOn: null },
  ];
  expect(withWrongSubject(all)).toEqual(["boxes.addBox", "boxes.listBoxes"]);
  expect(withoutProcedure({ boxes: { addBox: {} } })).toEqual(["boxes.addBox"]);
  const none = "No file of boxes exports addBox.";
  expect(faultOf("boxes", "addBox", [])).toBe(none);
  const file = (path: string, text: string) => [{ path, text }];
  const path = "src/shipping/server/boxes/boxes.ts";
  expect(faultOf("boxes", "addBox", file(path, "export function addBoxes() {}"))).toBe(none);
  expect(
    faultOf("boxes", "addBox", file("src/goods/server/a.ts", "export const addBox = 1;")),
  ).toBe(none);
  expect(faultOf("boxes", "addBox", file(path, "export const addBox = 1;"))).toBeNull();
});
