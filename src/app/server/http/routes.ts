import type { Hono, Context as HonoContext } from "hono";
import { methodNotAllowed } from "#platform/contract/errors.ts";
import type { Language } from "#platform/rules/language.ts";
import type { ServedRequest } from "#platform/server/context.ts";

/** `remoteAddress` is the IP address of the other end of the connection. */
export type ConnectionInfo = { readonly remoteAddress: string };

type Variables = {
  requestId: string;
  ipAddress: string;
  language: Language;
  served: ServedRequest;
};
export type Environment = { Bindings: ConnectionInfo; Variables: Variables };
export type Routes = Hono<Environment>;

export const readMethods = ["GET", "HEAD"] as const;

/** Answers requests to `path` in `methods`; all others are rejected before anything of them is read. */
export function serve(
  routes: Routes,
  path: string,
  methods: readonly string[],
  answer: (c: HonoContext<Environment>) => Promise<Response> | Response,
): void {
  routes.all(path, (c) => {
    if (!methods.includes(c.req.raw.method)) throw methodNotAllowed(methods);
    return answer(c);
  });
}
