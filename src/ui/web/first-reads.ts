declare global {
  interface Window {
    /** Answers to what the page reads first, by path and body of the request, until somebody takes them. */
    firstReads?: Map<string, Promise<Response>>;
  }
}

/**
 * Asks for what the page at this address reads first, as the root element lists it, while the scripts that show it are
 * still loading. `sessionChannel` is where tabs tell each other that somebody has signed in or out. It is written into the document as text, so it can use nothing from outside.
 */
export function startFirstReads(sessionChannel: string): void {
  const root = document.documentElement;
  const list = root.dataset["reads"];
  // The list is that of the address without a query.
  if (list === undefined || location.search !== "") return;
  const headers = {
    "content-type": "application/json",
    "accept-language": root.lang,
    "x-time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  window.firstReads = new Map();
  for (const [path, input] of JSON.parse(list) as [string, unknown][]) {
    const address = `/api/rpc/${path}`;
    const body = JSON.stringify({ json: input });
    const answer = fetch(address, { method: "POST", headers, body });
    // Whoever takes it sees the failure.
    answer.catch(() => undefined);
    window.firstReads.set(address + body, answer);
  }
  // Somebody signed in or out in another tab: these are answers to somebody else.
  const channel = new BroadcastChannel(sessionChannel);
  channel.addEventListener("message", () => window.firstReads?.clear());
  // Older answers are not taken: on a very slow network, what they say may be no longer true.
  setTimeout(() => {
    window.firstReads?.clear();
    channel.close();
  }, 30_000);
}

/** The answer to `request` if the document has already asked for it; undefined if not, or if that failed. */
export async function takeFirstRead(request: Request): Promise<Response | undefined> {
  const { firstReads } = window;
  if (firstReads === undefined || firstReads.size === 0) return undefined;
  const key = new URL(request.url).pathname + (await request.clone().text());
  const answer = firstReads.get(key);
  firstReads.delete(key);
  return await answer?.catch(() => undefined);
}
