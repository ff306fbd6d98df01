import type { auth } from "#contract/auth.ts";
import type { ownProfile } from "#contract/profile.ts";
import { apiOf } from "#web/api.tsx";
import type { CatalogueContract } from "./catalogue.ts";

/** The operations of people and of the modules below. */
export type PeopleContract = CatalogueContract & {
  readonly auth: typeof auth;
  readonly users: typeof ownProfile;
};

export const { useApi, useApiClient } = apiOf<PeopleContract>();
