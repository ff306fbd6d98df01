import { apiError } from "#platform/contract/errors.ts";
import { isSandboxInUse } from "#money/server/settings/payment-access.ts";
import type { AppServices } from "#platform/server/context.ts";
import { bodyLimits, readBody, withBody } from "#platform/server/http/read-body.ts";
import type { Routes } from "./routes.ts";
import { rejectForeignForm } from "./write-guard.ts";

/** A service of the sandbox, reached by requests alone. */
type SandboxService = { fetch(request: Request): Promise<Response> };

/** The sandboxes in use. */
export type SandboxServices = {
  readonly mailbox: SandboxService | null;
  readonly paymentSandbox: SandboxService | null;
  readonly trackingSandbox?: SandboxService | null;
  readonly pushSandbox?: SandboxService | null;
};

/** The pages and services of the sandboxes below `/sandbox`. */
export function mountSandbox(
  routes: Routes,
  services: AppServices,
  { mailbox, paymentSandbox, trackingSandbox = null, pushSandbox = null }: SandboxServices,
): void {
  routes.use("/sandbox/*", async (c, next) => {
    rejectForeignForm(c.req.raw, services.config.publicUrl);
    await next();
  });
  for (const path of ["/sandbox/mail", "/sandbox/mail/*", "/sandbox/mail.json"]) {
    if (mailbox !== null) routes.all(path, (c) => mailbox.fetch(c.req.raw));
  }
  if (paymentSandbox !== null) {
    routes.all("/sandbox/stripe/*", async (c) => {
      // With a real provider in use, payments made in the sandbox would not be booked.
      if (!isSandboxInUse(services.config, await services.settings.current()))
        throw apiError("not_found");
      const body = await readBody(c.req.raw, bodyLimits.json);
      return await paymentSandbox.fetch(withBody(c.req.raw, body));
    });
  }
  if (trackingSandbox !== null) {
    for (const path of ["/sandbox/tracking", "/sandbox/tracking/*"]) {
      routes.all(path, async (c) => {
        if ((await services.settings.current()).trackingKeyEncrypted !== null)
          throw apiError("not_found");
        const body = await readBody(c.req.raw, bodyLimits.json);
        return await trackingSandbox.fetch(withBody(c.req.raw, body));
      });
    }
  }
  for (const path of ["/sandbox/push", "/sandbox/push/*", "/sandbox/push.json"]) {
    if (pushSandbox === null) break;
    routes.all(path, async (c) => {
      const body = await readBody(c.req.raw, bodyLimits.json);
      return await pushSandbox.fetch(withBody(c.req.raw, body));
    });
  }
  routes.all("/sandbox/*", () => {
    throw apiError("not_found");
  });
}
