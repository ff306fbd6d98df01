/** The types in which images are stored, by the extension of their files. */
export const imageTypes = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;

/** Extension of a stored image. */
export type ImageExtension = keyof typeof imageTypes;
