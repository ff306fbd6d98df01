/** Has Mantine's components keep the ids that they are first drawn with. */

// Mantine draws every field, tab and alert twice: the second time with an id that no other React root on the page could
// have. The product's pages have one root, in which React's own ids are unique and the same on the server.
const file = /@mantine[\\/]hooks[\\/].*[\\/]use-id\.mjs$/;
const settled = `
import { useId as useOwnId } from "react";
export function useId(id) {
  const own = useOwnId();
  return typeof id === "string" ? id : "mantine-" + own.replace(/:/g, "");
}`;

/** The vite plugin; it works in the browser's build alone. */
export function settledIds() {
  return {
    name: "settled-ids",
    applyToEnvironment: (environment: { readonly name: string }) => environment.name === "client",
    load: (id: string) => (file.test(id) ? settled : null),
  };
}
