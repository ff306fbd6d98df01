/** Changing a kept object: saves it, and works out which fields changed, for the event that tells of it. */
import type { Resource } from "./resources.ts";
import { updateObject } from "./resource-store.ts";
import type { World } from "./world.ts";

/** Leaves out what was not sent, so that it does not overwrite what is kept. */
export function withoutAbsent<T extends Record<string, unknown>>(
  values: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

/** Saves the object with the changed fields; returns it with the former values of those that really differ. */
export function change<T extends Resource>(
  world: World,
  object: T,
  fields: Partial<T>,
  companion: { internal?: unknown; dueAt?: number | null } = {},
): { object: T; previous: Record<string, unknown> } {
  const changed = { ...object, ...fields };
  updateObject(world.database, changed, companion);
  const differing = Object.keys(fields).filter(
    (name) => JSON.stringify(object[name]) !== JSON.stringify(changed[name]),
  );
  return {
    object: changed,
    previous: Object.fromEntries(differing.map((name) => [name, object[name]])),
  };
}
