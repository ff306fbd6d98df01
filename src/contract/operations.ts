import { api } from "./api.ts";
import type { Access } from "./procedure.ts";

export type Operation = {
  readonly name: string;
  readonly method: string;
  /** Below `/api`, with parameters as `{packageId}`. */
  readonly path: string;
  readonly access: Access;
};

/** Every operation of the contract, read as oRPC documents it for metadata. */
export const operations: readonly Operation[] = Object.entries(api).flatMap(([area, procedures]) =>
  Object.entries(procedures).map(([verb, procedure]) => {
    const { route, meta } = procedure["~orpc"];
    const { method = "", path = "" } = route;
    return { name: `${area}.${verb}`, method, path, access: meta.access };
  }),
);
