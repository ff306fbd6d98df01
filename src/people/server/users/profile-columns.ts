/** What a user sees and edits of their own profile. */
export const profileColumns = [
  "id",
  "email",
  "fullName",
  "latinName",
  "phone",
  "address",
  "addressLine2",
  "city",
  "state",
  "country",
  "postalCode",
] as const;
