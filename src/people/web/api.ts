import type { auth } from "#people/contract/auth.ts";
import type { ownProfile } from "#people/contract/profile.ts";
import type { invitationLinks } from "#people/contract/staff-invitations.ts";
import { apiOf } from "#ui/web/api.tsx";
import type { CatalogueContract } from "#catalogue/web/api.ts";

/** The operations of people and of the modules below. */
export type PeopleContract = CatalogueContract & {
  readonly auth: typeof auth & typeof invitationLinks;
  readonly users: typeof ownProfile;
};

export const { useApi, useApiClient } = apiOf<PeopleContract>();
