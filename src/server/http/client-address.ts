// Finds out from which address a request really came, believing forwarding headers of trusted proxies alone.
import { isIP, type BlockList } from "node:net";
import { canonicalAddress } from "#server/ip-address.ts";

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 4 ? "ipv4" : "ipv6");
}

/**
 * The visitor's IP address, in its one form. `remoteAddress` is the other end of the connection; `forwardedFor` the header
 * X-Forwarded-For, read from its end: each trusted proxy vouches for the entry before its own, and the
 * first that is not trusted is the visitor. A forged header therefore changes nothing.
 */
export function clientAddress(request: {
  remoteAddress: string;
  forwardedFor: string | null;
  trustedProxies: BlockList;
}): string {
  let address = canonicalAddress(request.remoteAddress) ?? request.remoteAddress;
  const claimed = (request.forwardedFor ?? "").split(",").reverse();
  for (const text of claimed) {
    const next = canonicalAddress(text);
    if (next === null || !isTrusted(address, request.trustedProxies)) break;
    address = next;
  }
  return address;
}
