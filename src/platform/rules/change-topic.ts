import { roleAccess } from "./role-access.ts";
import {
  isStaff,
  mayUse,
  mustSetUpTwoFactor,
  type StaffAccess,
  type StaffMember,
} from "./staff-role.ts";

/**
 * What a change is about. `package`: a package with its legs, images and events. `inbound_parcel`: one inbound parcel.
 * `ship_request`: one with its parcels, photos and extra services, or an extra service alone. `manifest`: one with its
 * packages.
 * `wallet`, `plan`, `profile`: of one user. `session`: one session. `lane`: the suspended lanes. `carrier`: the list of
 * carriers. `case`: one with its messages and files. `work_assignment`: who of the staff has taken which open work.
 * `notification`: the inbox of one user. `admin`: payouts, events of the payment provider and reconciliations. `settings`: the
 * public settings. `everything`: too many changes to list.
 */
export const changeTopics = [
  "package",
  "inbound_parcel",
  "ship_request",
  "manifest",
  "wallet",
  "plan",
  "profile",
  "session",
  "lane",
  "carrier",
  "case",
  "work_assignment",
  "notification",
  "admin",
  "settings",
  "everything",
] as const;

export type ChangeTopic = (typeof changeTopics)[number];

/** Who reads the changes of a topic that concern other users. */
const topicAccess = {
  package: roleAccess.shipments,
  inbound_parcel: roleAccess.inboundParcels,
  ship_request: roleAccess.shipRequests,
  manifest: roleAccess.packing,
  wallet: roleAccess.money,
  plan: roleAccess.customers,
  profile: roleAccess.customers,
  session: roleAccess.admin,
  lane: roleAccess.lanes,
  carrier: roleAccess.carriers,
  case: roleAccess.cases,
  work_assignment: roleAccess.workItems,
  notification: roleAccess.admin,
  admin: roleAccess.money,
  settings: roleAccess.admin,
  everything: roleAccess.admin,
} as const satisfies Readonly<Record<ChangeTopic, StaffAccess>>;

/** Whether somebody reads changes of any user. */
export function readsChangesOfOthers(member: StaffMember): boolean {
  return isStaff(member) && !mustSetUpTwoFactor(member);
}

/** Whether somebody reads the changes of this topic that concern other users. */
export function readsTopic(member: StaffMember, topic: ChangeTopic): boolean {
  return mayUse(member, topicAccess[topic]);
}
