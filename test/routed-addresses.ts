import type { RouteConfigEntry } from "@react-router/dev/routes";
import { publicAddresses } from "#platform/rules/page-addresses.ts";
import routes from "#app/web/routes.ts";

function addressesOf(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path = "", index = false, children = [] }) => {
    const address = path === "" ? parent : `${parent}/${path.replace(/\/?:\w+\?$/, "")}`;
    const own = index || (path !== "" && children.length === 0) ? [address] : [];
    return [...own, ...addressesOf(children, address)];
  });
}

function isPublic(address: string): boolean {
  return publicAddresses.some((page) => page.replace(/\/$/, "") === address);
}

/** The address of every page that is no public one, with its parameters by their names. */
export const routedAddresses: readonly string[] = [
  ...new Set(addressesOf(routes as readonly RouteConfigEntry[], "")),
].filter((address) => !address.endsWith("*") && !isPublic(address));
