/** Reads form-encoded bodies and query strings with bracketed names (`a[b][0]=c`) into a tree. */
import { ApiError } from "./api-error.ts";

/** A leaf is always text; a branch has no prototype, so that no parameter's name can reach one. */
export type FormValue = string | FormTree;
export interface FormTree {
  [name: string]: FormValue;
}

const deepestLevel = 8;

/** Makes an empty branch. */
export function emptyTree(): FormTree {
  return Object.create(null) as FormTree;
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  const root = match?.[1];
  if (root === undefined) {
    throw new ApiError(`Invalid parameter name: ${name}`, { param: name });
  }
  const rest = [...(match?.[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
  if (rest.length >= deepestLevel) {
    throw new ApiError(`Parameters are nested too deeply: ${name}`, { param: root });
  }
  return [root, ...rest];
}

/** Turns `a[]=x&b[c]=y` into `{ a: { 0: "x" }, b: { c: "y" } }`; throws for a name used both as value and as branch. */
export function decodeForm(encoded: string): FormTree {
  const tree = emptyTree();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const parts = splitName(name);
    const last = parts.pop() as string;
    let branch = tree;
    for (const part of parts) {
      const key = part === "" ? String(Object.keys(branch).length) : part;
      const next = (branch[key] ??= emptyTree());
      if (typeof next === "string") {
        throw new ApiError(`Conflicting values for parameter: ${name}`, { param: name });
      }
      branch = next;
    }
    const key = last === "" ? String(Object.keys(branch).length) : last;
    if (typeof branch[key] === "object") {
      throw new ApiError(`Conflicting values for parameter: ${name}`, { param: name });
    }
    branch[key] = value;
  }
  return tree;
}
