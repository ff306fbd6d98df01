/** Where the choice between light and dark is kept, for the application and for pages without it. */
import { localStorageColorSchemeManager } from "@mantine/core";

/** The key in the browser's storage; the document's own script reads the same one. */
export const colorSchemeKey = "sampan-color-scheme";

export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });
