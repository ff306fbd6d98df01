// Finds out from which address a request really came, believing forwarding headers of trusted proxies alone.
import { isIP, type BlockList } from "node:net";

/** `::ffff:10.0.0.1` is the address 10.0.0.1 as a socket for both versions writes it. */
function plain(address: string): string {
  const trimmed = address.trim().replace(/^\[(.+)\](:\d+)?$/, "$1");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(trimmed)?.[1];
  return mapped ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 4 ? "ipv4" : "ipv6");
}

/**
 * The visitor's IP address. `remoteAddress` is the other end of the connection; `forwardedFor` the header
 * X-Forwarded-For, read from its end: each trusted proxy vouches for the entry before its own, and the
 * first that is not trusted is the visitor. A forged header therefore changes nothing.
 */
export function clientAddress(request: {
  remoteAddress: string;
  forwardedFor: string | null;
  trustedProxies: BlockList;
}): string {
  let address = plain(request.remoteAddress);
  const claimed = (request.forwardedFor ?? "").split(",").map(plain).reverse();
  for (const next of claimed) {
    if (!isTrusted(address, request.trustedProxies) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}
