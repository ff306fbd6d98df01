/**
 * The sentences of the product by module. Each module adds its own by `declare module` beside its files, which hold those
 * of a bundle in a language: `common` is on every page, `public`, `customer`, `staff` and `desk` on those of these readers,
 * and `server` has what only the server writes.
 */
export interface ModuleMessages {}

type SentencesOf<Module> = Module extends unknown ? keyof Module & string : never;

/** Names a sentence. */
export type MessageId = SentencesOf<ModuleMessages[keyof ModuleMessages]>;
