import type { Profile } from "#people/contract/profile.ts";

type EnteredProfile = Omit<Profile, "id" | "email">;

/** A profile as its user enters it: of Mei Tan without an address, with the fields given. */
export function enteredProfile(fields: Partial<EnteredProfile> = {}): EnteredProfile {
  return {
    fullName: "Mei Tan",
    latinName: null,
    phone: "",
    address: "",
    addressLine2: "",
    city: "",
    state: "",
    country: "",
    postalCode: "",
    ...fields,
  };
}
