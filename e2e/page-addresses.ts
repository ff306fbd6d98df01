import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/web/routes.ts";

/** A value for parameters that have one on every installation; pages of others show that there is no such thing. */
const knownParameters: Readonly<Record<string, string>> = { ":serviceCode": "hk-post-air" };

/** The paths of all routes without their optional segments. */
function addressesOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children }) => {
    const address = path === undefined ? above : `${above}/${path}`;
    return children ? addressesOf(children, address) : [address];
  });
}

const addresses = addressesOf(routes as readonly RouteConfigEntry[]).map(
  (address) =>
    address
      .replace(/\/:\w+\?$/, "")
      .replace(/\/\*$/, "/no-such-page")
      .replaceAll(/:\w+/g, (parameter) => knownParameters[parameter] ?? parameter) || "/",
);

export const adminPages = addresses.filter((address) => address.startsWith("/admin/"));
export const customerPages = addresses.filter((address) => address.startsWith("/dashboard"));

/** The pages of visitors. The callback page redirects by itself; its component test covers it. */
export const publicPages = addresses.filter(
  (address) => ![...adminPages, ...customerPages, "/auth/callback"].includes(address),
);
