// Messages to browsers by Web Push (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292).
import { Agent, request as sendRequest } from "node:https";
import { isIP, BlockList, isIPv6, type LookupFunction } from "node:net";
import webPush from "web-push";
import { messageOf } from "#platform/rules/error-message.ts";
import type { VapidKeys } from "#platform/server/vapid-keys.ts";
import type { Push, PushMessage, PushOutcome, PushTarget } from "./push.ts";
import { lookup as lookupName, type LookupAddress } from "node:dns";
import { canonicalAddress } from "#platform/server/ip-address.ts";

/** Of a whole request; a push service answers within a second. */
const timeoutMilliseconds = 10_000;
const mostSockets = 50;
const longestRetryAfterSeconds = 3_600;
/** Tokens are valid for twelve hours. */
const tokenMilliseconds = 3_600_000;
/** Limits the memory: anybody can name a push service. */
const mostTokens = 100;

type PushAnswer = { readonly status: number; readonly retryAfter: string | null };

/** The push service of the sandbox, whose requests stay in this process. */
type SandboxPush = {
  /** Address below which its endpoints are. */
  readonly baseUrl: string;
  fetch(request: Request): Promise<Response>;
};

type Details = ReturnType<typeof webPush.generateRequestDetails>;

/** Whether it is, to the letter, as the sandbox writes the endpoint of a device; its other paths change it. */
function isSandboxEndpoint(endpoint: string, sandbox: SandboxPush | null): boolean {
  if (sandbox === null) return false;
  const devices = `${sandbox.baseUrl}/devices/`;
  return endpoint.startsWith(devices) && /^[\w-]+$/.test(endpoint.slice(devices.length));
}

/** A host name without the dot that may end it. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, "");
}

/**
 * The host name of an address that may be reached if the name is public; null for all other addresses, and for those of
 * this product at `publicUrl`.
 */
function reachableHost(endpoint: string, publicUrl: string): string | null {
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== "https:" || url.port !== "") return null;
  if (url.username !== "" || url.password !== "") return null;
  if (nameOf(url) === nameOf(new URL(publicUrl))) return null;
  // No push service is reached by number, and a connection to one would look up no name.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? url.hostname : null;
}

/** Sends one request and follows no redirect; the body of the answer is not read. */
async function postOnce(
  endpoint: string,
  details: Details,
  { agent, resolve }: { readonly agent: Agent; readonly resolve: ResolveName },
): Promise<PushAnswer> {
  return await new Promise((answered, failed) => {
    const outgoing = sendRequest(
      endpoint,
      {
        method: details.method,
        headers: details.headers,
        agent,
        lookup: publicLookup(resolve),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        answered({ status, retryAfter: headers["retry-after"] ?? null });
        // A short body is read to the end, so that the connection can be used again.
        if (Number(headers["content-length"] ?? "0") <= 4_096) response.resume();
        else response.destroy();
      },
    );
    outgoing.on("error", failed);
    outgoing.end(details.body);
  });
}

async function postToSandbox(details: Details, sandbox: SandboxPush): Promise<PushAnswer> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(details.headers)) headers.set(name, String(value));
  const body = details.body === null ? null : new Uint8Array(details.body);
  const response = await sandbox.fetch(
    new Request(details.endpoint, { method: details.method, headers, body }),
  );
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

/**
 * Returns the header that signs messages for the push service at an origin. A token is used for an hour, since signing
 * takes as long as encrypting a message.
 */
function openSigner(vapid: VapidKeys, subject: string): (origin: string) => string {
  const tokens = new Map<string, { readonly header: string; readonly until: number }>();
  return (origin) => {
    const known = tokens.get(origin);
    if (known !== undefined && known.until > Date.now()) return known.header;
    const { publicKey, privateKey } = vapid;
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      "aes128gcm",
    );
    if (tokens.size >= mostTokens) tokens.clear();
    tokens.set(origin, { header, until: Date.now() + tokenMilliseconds });
    return header;
  };
}

function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || !/^\d{1,9}$/.test(retryAfter)) return null;
  return Math.min(Number(retryAfter), longestRetryAfterSeconds);
}

function outcomeOf({ status, retryAfter }: PushAnswer): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  const reason = `The push service answered ${status}.`;
  if (status === 429 || status >= 500)
    return { outcome: "retry", afterSeconds: secondsOf(retryAfter), reason };
  // A redirect too: nobody checked where it leads.
  return { outcome: "refused", reason };
}

function outcomeOfFailure(error: unknown): PushOutcome {
  if (error instanceof PrivateAddressError) return { outcome: "refused", reason: error.message };
  return { outcome: "retry", afterSeconds: null, reason: messageOf(error) };
}

/**
 * Sends with the keys `vapid`; `subject` is an address under which push services reach the operator. Requests go to public
 * addresses on port 443, and to the sandbox where there is one.
 */
export function createWebPush(options: {
  readonly vapid: VapidKeys;
  readonly subject: string;
  /** Where this product is, which is no push service but for its sandbox. */
  readonly publicUrl: string;
  readonly sandbox: SandboxPush | null;
  readonly resolve?: ResolveName;
}): Push {
  const { vapid, subject, publicUrl, sandbox, resolve = resolveName } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: mostSockets });
  const signatureFor = openSigner(vapid, subject);

  function detailsOf(target: PushTarget, message: PushMessage): Details {
    return webPush.generateRequestDetails(target, message.text, {
      headers: { Authorization: signatureFor(new URL(target.endpoint).origin) },
      TTL: message.storedSeconds,
      topic: message.id,
      urgency: message.isUrgent ? "high" : "normal",
    });
  }

  return {
    publicKey: vapid.publicKey,
    async mayReach(endpoint) {
      if (isSandboxEndpoint(endpoint, sandbox)) return true;
      const host = reachableHost(endpoint, publicUrl);
      if (host === null) return false;
      return await resolvePublic(host, resolve).then(
        () => true,
        () => false,
      );
    },
    async send(target, message) {
      const { endpoint } = target;
      try {
        if (sandbox !== null && isSandboxEndpoint(endpoint, sandbox))
          return outcomeOf(await postToSandbox(detailsOf(target, message), sandbox));
        if (reachableHost(endpoint, publicUrl) === null)
          return { outcome: "refused", reason: "The address is not that of a push service." };
        return outcomeOf(await postOnce(endpoint, detailsOf(target, message), { agent, resolve }));
      } catch (error) {
        return outcomeOfFailure(error);
      }
    },
    close: () => agent.destroy(),
  };
}

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

const resolveName: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    lookupName(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });

/** The address is one that must not be reached. */
class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

/** The addresses of a name; throws a PrivateAddressError where one of them is not public. */
async function resolvePublic(hostname: string, resolve: ResolveName): Promise<LookupAddress[]> {
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
