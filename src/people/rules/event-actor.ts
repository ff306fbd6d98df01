/** Who caused an event: staff, also of what somebody with a role does to others; the system, where nobody did. */
export const eventActors = ["customer", "staff", "system"] as const;
export type EventActor = (typeof eventActors)[number];
