/**
 * What a change is about. `package`: a package with its legs, images and events. `inbound_parcel`: one inbound parcel.
 * `wallet`, `plan`, `profile`: of one user. `session`: one session. `lane`: the suspended lanes. `carrier`: the list of
 * carriers. `admin`: what only admins see. `settings`: the public settings. `everything`: too many changes to list.
 */
export const changeTopics = [
  "package",
  "inbound_parcel",
  "wallet",
  "plan",
  "profile",
  "session",
  "lane",
  "carrier",
  "admin",
  "settings",
  "everything",
] as const;
