import { lazy, type ComponentType } from "react";

/**
 * What pages show of modules above their own: the properties of each such part by its name. Each module adds its own by
 * `declare module`; `layout/parts-above.ts` says what is shown.
 */
export interface Slots {}

type Parts = { readonly [Name in keyof Slots]: () => Promise<ComponentType<Slots[Name]>> };

let parts: Parts | undefined;

/** Says what is shown, once, before any page is. */
export function fillSlots(filled: Parts): void {
  parts = filled;
}

/** What a module above shows in a place of this page, to be drawn within a `LazyPart`. */
export function slot<Name extends keyof Slots>(name: Name) {
  return lazy(async () => {
    if (parts === undefined) throw new Error("Nothing says what is shown of modules above.");
    return { default: await parts[name]() };
  });
}
