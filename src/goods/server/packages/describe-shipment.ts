// Withholds what the reader of a package may not see.
import type { Person } from "#platform/contract/person.ts";
import type { Shipment, ShipmentEvent } from "#goods/contract/packages.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";

/** Whether somebody may see names, emails and addresses of customers. */
export function seesContacts(person: Person): boolean {
  return mayUse(person, roleAccess.customers);
}

/** The package as this member of staff may see it. */
export function describeShipment<Stored extends Shipment>(person: Person, stored: Stored): Stored {
  return seesContacts(person) ? stored : { ...stored, userEmail: null };
}

/** Its events as this member of staff may see them. */
export function describeEvents(person: Person, events: readonly ShipmentEvent[]): ShipmentEvent[] {
  if (seesContacts(person)) return [...events];
  return events.map((event) => ({ ...event, actorEmail: null }));
}
