import { isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import { api } from "./api.ts";
import type { OperationMeta } from "#platform/contract/procedure.ts";

/** What the contract of an operation states, read as oRPC documents it for metadata. */
export function describeOperation(procedure: AnyContractProcedure) {
  const { meta, route, errorMap, inputSchema, outputSchema } = procedure["~orpc"];
  const { access, reauthentication, needsWarehouse, actsOn } = meta as OperationMeta;
  const { method = "", path = "" } = route;
  const errorCodes = Object.keys(errorMap);
  const isForStaff = access !== "public" && access !== "signedIn";
  return {
    access,
    isForStaff,
    reauthentication,
    needsWarehouse,
    actsOn,
    method,
    path,
    errorCodes,
    inputSchema,
    outputSchema,
  };
}

/** Every operation of the contract: `verb` in `area` is the operation `area.verb`. */
export const operations = Object.entries(api).flatMap(([area, procedures]) =>
  Object.entries(procedures).map(([verb, procedure]: [string, unknown]) => {
    const name = `${area}.${verb}`;
    if (!isContractProcedure(procedure)) throw new Error(`${name} is no operation.`);
    return { name, area, verb, ...describeOperation(procedure) };
  }),
);

export type Operation = (typeof operations)[number];
