import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readOfferedServices } from "./read-offered-services.ts";

/** The extra services that can be ordered, in the reader's language, with what they cost the reader. */
export async function listExtraServices({
  db,
  session,
  language,
}: SignedInContext): Promise<{ items: OfferedExtraService[] }> {
  const plan = session.person.subscription;
  const services = await readOfferedServices(db);
  return {
    items: services.map((service) => ({
      code: service.code,
      name: service.names[language],
      per: service.per,
      priceCents: service.priceCents,
      isFree: plan !== null && service.freePlans.includes(plan),
      promisedHours: service.promisedHours,
      canRefuse: service.canRefuse,
    })),
  };
}
