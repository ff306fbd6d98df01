/** Changes to a stored object, with the former values for the event. */
import type { Resource } from "./resources.ts";
import { updateObject } from "./resource-queries.ts";
import type { SandboxState } from "./sandbox-state.ts";

/** Removes undefined values, so that they do not overwrite stored ones. */
export function withoutAbsent<T extends Record<string, unknown>>(
  values: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

/** Saves the object with the changed fields; returns it with the former values of those that changed. */
export function change<T extends Resource>(
  sandbox: SandboxState,
  object: T,
  fields: Partial<T>,
  companion: { internal?: unknown; dueAt?: number | null } = {},
): { object: T; previous: Record<string, unknown> } {
  const changed = { ...object, ...fields };
  updateObject(sandbox.database, changed, companion);
  const differing = Object.keys(fields).filter(
    (name) => JSON.stringify(object[name]) !== JSON.stringify(changed[name]),
  );
  return {
    object: changed,
    previous: Object.fromEntries(differing.map((name) => [name, object[name]])),
  };
}
