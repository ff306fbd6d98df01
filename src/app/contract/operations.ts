import { isContractProcedure } from "@orpc/contract";
import { describeOperation } from "#platform/contract/procedure.ts";
import { api } from "./api.ts";

/** Every operation of the contract: `verb` in `area` is the operation `area.verb`. */
export const operations = Object.entries(api).flatMap(([area, procedures]) =>
  Object.entries(procedures).map(([verb, procedure]: [string, unknown]) => {
    const name = `${area}.${verb}`;
    if (!isContractProcedure(procedure)) throw new Error(`${name} is no operation.`);
    return { name, area, verb, ...describeOperation(procedure) };
  }),
);

export type Operation = (typeof operations)[number];
