/** What the token in the link of an email permits. */
export const tokenPurposes = ["verify-email", "reset-password"] as const;

/** What a token permits. */
export type TokenPurpose = (typeof tokenPurposes)[number];
