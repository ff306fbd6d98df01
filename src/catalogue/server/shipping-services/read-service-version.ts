import { apiError } from "#platform/contract/errors.ts";
import type { ServiceVersion } from "#catalogue/contract/shipping-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findVersion } from "./service-queries.ts";

/** A version of a service with everything that it states. Throws `not_found`. */
export async function readServiceVersion(
  context: SignedInContext,
  { serviceId }: { readonly serviceId: string },
): Promise<ServiceVersion> {
  const found = await findVersion(context.db, serviceId);
  if (found === undefined) throw apiError("not_found");
  const { id, code, version, ...details } = found;
  return { id, code, version, details };
}
