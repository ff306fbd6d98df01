import { isIP, type BlockList } from "node:net";
import { canonicalAddress } from "#platform/server/ip-address.ts";

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 4 ? "ipv4" : "ipv6");
}

/**
 * The visitor's IP address in canonical form. `remoteAddress` is the other end of the connection. X-Forwarded-For
 * (`forwardedFor`) is read from its end: an entry counts only if a trusted proxy added it, so a forged header has no effect.
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
