// Writes every form of an IP address in the same way, and names the network that is one visitor's.
import { isIP, SocketAddress } from "node:net";

/**
 * The one form of an IP address, whichever of its forms `text` is: IPv6 compressed and in lower case, without a zone;
 * an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) as IPv4. Brackets and a port behind the address are left
 * out. Null where `text` is no IP address.
 */
export function canonicalAddress(text: string): string | null {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d{1,5})?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, "$1");
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return address;
  // Node itself takes a zone off too, but not from an address that is written at full length.
  const withoutZone = address.replace(/%.*$/, "");
  const canonical = new SocketAddress({ address: withoutZone, family: "ipv6" }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1] ?? canonical;
}

/** The eight groups of a canonical IPv6 address; those behind the first four may stand as an IPv4 address at the end. */
function firstGroups(canonical: string): string[] {
  const [before = "", after] = canonical.split("::");
  const groups = before === "" ? [] : before.split(":");
  const last = (after ?? "") === "" ? [] : (after ?? "").split(":");
  const lastLength = last.length + (last.at(-1)?.includes(".") ? 1 : 0);
  if (after !== undefined) {
    groups.push(...Array<string>(8 - groups.length - lastLength).fill("0"), ...last);
  }
  return groups.slice(0, 4);
}

/**
 * What limits count as one visitor: an IPv4 address as it is, of an IPv6 address its /64 (`2001:db8:0:7::/64`), since a
 * single customer of a provider has at least that many to choose from. Anything else is given back as it is.
 */
export function limitedNetwork(text: string): string {
  const address = canonicalAddress(text);
  if (address === null || isIP(address) === 4) return address ?? text;
  return `${canonicalAddress(`${firstGroups(address).join(":")}::`)}/64`;
}
