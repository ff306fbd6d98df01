/** Makes Mantine's components keep the ids of their first render. */

// Mantine renders every field, tab and alert a second time to replace its id by one that is unique across several React
// roots. These pages have one root, in which React's own ids are unique and the same when prerendered.
const file = /@mantine[\\/]hooks[\\/].*[\\/]use-id\.mjs$/;
const replacement = `
import { useId as useOwnId } from "react";
export function useId(id) {
  const own = useOwnId();
  return typeof id === "string" ? id : "mantine-" + own.replace(/:/g, "");
}`;

/** Applies to the browser build only. */
export function stableIds() {
  return {
    name: "stable-ids",
    applyToEnvironment: (environment: { readonly name: string }) => environment.name === "client",
    load: (id: string) => (file.test(id) ? replacement : null),
  };
}
