// The typed API of a server over the network, with a browser's cookies.
import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { ContractRouterClient } from "@orpc/contract";
import type { Api } from "#app/contract/api.ts";
import { admin } from "./server-process.ts";

type ApiClient = ContractRouterClient<Api>;

export type Visitor = { readonly api: ApiClient; readonly email: string };

const requestMilliseconds = 15_000;

/** The password of every customer. */
export const customerPassword = "a calm harbour at dusk";

function openBrowser(address: string): ApiClient {
  const cookies = new Map<string, string>();
  const link = new RPCLink({
    url: `${address}/api/rpc`,
    fetch: async (request) => {
      const headers = new Headers(request.headers);
      headers.set("origin", address);
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const signal = AbortSignal.timeout(requestMilliseconds);
      const response = await fetch(new Request(request, { headers, signal }));
      for (const header of response.headers.getSetCookie()) {
        const [pair = ""] = header.split(";");
        const separator = pair.indexOf("=");
        cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
      }
      return response;
    },
  });
  return createORPCClient(link);
}

/** The signed-in admin; at the first start the account is created shortly after the first 200. */
export async function visitAdmin(address: string, account = admin): Promise<Visitor> {
  const api = openBrowser(address);
  for (let tries = 1; ; tries += 1) {
    try {
      await api.auth.signInAsAdmin(account);
      return { api, email: account.email };
    } catch (error) {
      if (tries === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

async function tokenSentTo(address: string, email: string): Promise<string> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const answer = await fetch(`${address}/sandbox/mail.json`);
    const emails = (await answer.json()) as { to: string; text: string }[];
    const message = emails.find(({ to, text }) => to === email && text.includes("access_token="));
    const token = /access_token=([\w-]+)/.exec(message?.text ?? "")?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No email was sent to ${email}.`);
}

/** A customer who has registered, followed the link in the email, and is signed in. */
export async function visitAsCustomer(address: string, number: number): Promise<Visitor> {
  const api = openBrowser(address);
  const email = `customer-${number}@example.com`;
  await api.auth.signUp({ fullName: "Mei Chan", email, password: customerPassword });
  const accessToken = await tokenSentTo(address, email);
  await api.auth.completeCallback({ accessToken, type: "signup" });
  return { api, email };
}
