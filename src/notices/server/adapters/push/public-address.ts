// What is reached over addresses that others chose: public addresses alone, also when a name changes.
import { lookup as lookupName, type LookupAddress } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { canonicalAddress } from "#platform/server/ip-address.ts";

/** Not public by IANA's registries of special addresses; of IPv6 only 2000::/3 is public at all. */
const specialNetworks = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  // These carry IPv4 addresses, or are for documentation.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [network, bits] of specialNetworks) {
  special.addSubnet(network, bits, isIPv6(network) ? "ipv6" : "ipv4");
}
const publicIpv6 = new BlockList();
publicIpv6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is one of the public network. */
export function isPublicAddress(text: string): boolean {
  const address = canonicalAddress(text);
  if (address === null) return false;
  if (!isIPv6(address)) return !special.check(address);
  return publicIpv6.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Resolves a name to all its addresses. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export const resolveName: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    lookupName(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });

/** The address is one that must not be reached. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

/** The addresses of a name; throws a PrivateAddressError where one of them is not public. */
export async function resolvePublic(
  hostname: string,
  resolve: ResolveName,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError("The name does not lead to a public address.");
  }
  return addresses;
}

/** `lookup` of a connection, so that it goes to the address that was checked and to no other. */
export function publicLookup(resolve: ResolveName): LookupFunction {
  return (hostname, options, done) => {
    resolvePublic(hostname, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) done(null, addresses);
        else if (first !== undefined) done(null, first.address, first.family);
      },
      (error: Error) => done(error, ""),
    );
  };
}
