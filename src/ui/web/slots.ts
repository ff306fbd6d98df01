import type { ComponentType } from "react";
import { lazyPart } from "./lazy-part.tsx";

/**
 * What pages show of modules above their own: the properties of each such part by its name. Each module adds its own by
 * `declare module`; `layout/filled-slots.ts` says what is shown.
 */
export interface Slots {}

export type FilledSlots = {
  readonly [Name in keyof Slots]: () => Promise<ComponentType<Slots[Name]>>;
};

let loadFilled: (() => Promise<FilledSlots>) | undefined;

/** Says what is shown, once, before any page is. */
export function fillSlots(load: () => Promise<FilledSlots>): void {
  loadFilled = load;
}

/** What a module above shows in a place of this page, to be drawn within a `LazyPart`. */
export function slot<Name extends keyof Slots>(name: Name) {
  return lazyPart<Slots[Name]>(async () => {
    if (loadFilled === undefined) throw new Error("Nothing says what is shown of modules above.");
    const filled = await loadFilled();
    return await filled[name]();
  });
}
