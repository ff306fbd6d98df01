import { isIP, SocketAddress } from "node:net";

/**
 * The canonical form of an IP address: IPv6 compressed, in lower case and without a zone; an IPv4-mapped IPv6 address
 * (`::ffff:10.0.0.1`) as IPv4. Brackets and a port are removed. Null when `text` is no IP address.
 */
export function canonicalAddress(text: string): string | null {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d{1,5})?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, "$1");
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return address;
  // Node removes the zone too, but not from an address that is written at full length.
  const withoutZone = address.replace(/%.*$/, "");
  const canonical = new SocketAddress({ address: withoutZone, family: "ipv6" }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1] ?? canonical;
}

/** The first four groups of a canonical IPv6 address, whose last two groups may be written as an IPv4 address. */
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
 * What rate limits count as one visitor: an IPv4 address, or the /64 network of an IPv6 address (`2001:db8:0:7::/64`),
 * since providers assign at least that to one customer. Any other text is returned unchanged.
 */
export function limitedNetwork(text: string): string {
  const address = canonicalAddress(text);
  if (address === null || isIP(address) === 4) return address ?? text;
  return `${canonicalAddress(`${firstGroups(address).join(":")}::`)}/64`;
}
