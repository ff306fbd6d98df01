/** What has become of an invitation of staff; an open one may have expired. */
export type InvitationState = "open" | "accepted" | "withdrawn";
