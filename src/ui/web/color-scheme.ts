import { brandSlug } from "#platform/rules/brand.ts";
import { localStorageColorSchemeManager } from "@mantine/core";

/** The key in local storage, which the document script reads too. */
export const colorSchemeKey = `${brandSlug}-color-scheme`;

export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });
