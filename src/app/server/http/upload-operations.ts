// The operations that receive a file, as their contract states it.
import * as z from "zod";
import { operations, type Operation } from "#app/contract/operations.ts";
import type { LimitName } from "#platform/server/limits/attempt-limits.ts";

/** What an account's files are counted under, before any of them is received, whatever becomes of them. */
const limits: Readonly<Record<string, LimitName>> = {
  "manifests.handOverManifest": "uploadsPerAccount",
  "packages.addImage": "uploadsPerAccount",
  "packing.addPackingImage": "parcelImagesPerAccount",
  "parcelClaims.addClaimFile": "uploadsPerAccount",
  "rates.importRates": "uploadsPerAccount",
  "receiving.addInboundParcelImage": "parcelImagesPerAccount",
};

export type UploadOperation = Pick<Operation, "name" | "access" | "needsWarehouse"> & {
  readonly limit: LimitName;
  /** Its paths over RPC and REST. */
  readonly pattern: RegExp;
};

function takesFile({ inputSchema }: Operation): boolean {
  if (!(inputSchema instanceof z.ZodObject)) return false;
  return Object.values(inputSchema.shape).some((field) => field instanceof z.ZodFile);
}

/** A pattern of the paths below `/api` that `path` of the contract stands for, such as `/packages/{packageId}/images`. */
export function restPathPattern(path: string): string {
  return `/api${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}`;
}

const uploads: readonly UploadOperation[] = operations
  .filter(takesFile)
  .map(({ name, area, verb, path, access, needsWarehouse }) => {
    const limit = limits[name];
    if (limit === undefined) throw new Error(`The files of ${name} are not counted.`);
    const pattern = new RegExp(`^(?:/api/rpc/${area}/${verb}|${restPathPattern(path)})$`, "u");
    return { name, access, needsWarehouse, limit, pattern };
  });

/** The operation that receives a file at this path, if there is one. */
export function findUploadOperation(pathname: string): UploadOperation | undefined {
  return uploads.find(({ pattern }) => pattern.test(pathname));
}
