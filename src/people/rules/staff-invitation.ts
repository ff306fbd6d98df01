/** What has become of an invitation of staff; an open one may have expired. */
export const invitationStates = ["open", "accepted", "withdrawn"] as const;
export type InvitationState = (typeof invitationStates)[number];
