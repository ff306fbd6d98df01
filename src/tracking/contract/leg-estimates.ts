// When the legs of a package arrive, by what was measured or published.
import * as z from "zod";
import { estimateBases } from "#catalogue/rules/lane-time.ts";
import { time } from "#platform/contract/fields.ts";

const legEstimate = z.object({
  legNumber: z.int(),
  earliestAt: time.nullable(),
  latestAt: time.nullable(),
  dependsOnService: z.boolean(),
  basis: z.enum(estimateBases).nullable(),
  parcelsCount: z.int().nullable(),
  since: time.nullable(),
  isLate: z.boolean(),
  silentDays: z.int().nullable(),
  silenceOneIn: z.int().nullable(),
});
legEstimate.register(z.globalRegistry, { id: "LegEstimate" });
export type LegEstimate = z.infer<typeof legEstimate>;

export const legEstimates = z.array(legEstimate).meta({
  id: "LegEstimates",
  // Here rather than at each field, since these describe one another.
  description:
    "When the legs of a package arrive, in order; empty once it has ended. `latestAt` is null where that is not known. `dependsOnService`: no service was chosen yet. The basis is `measured` from `parcelsCount` parcels since the month `since`, `published` by the carrier, or `planned`: our own figure, as the carrier publishes none. `silentDays`: days without news, where that is unusual; it happens to one parcel in `silenceOneIn` on that lane.",
});
