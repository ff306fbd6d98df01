/** Which of the answers a page keeps are out of date after a change: the rules of what concerns what. */
import type { Change } from "#contract/change-stream.ts";

/** Areas (`packages`) or single operations (`people.listUsers`) of the contract. */
type Names = readonly string[];

type Concern = {
  /** What shows one's own. */
  readonly own: Names;
  /** What staff see of anybody's. */
  readonly anybodys: Names;
};

const concerns: Readonly<Record<Change["topic"], Concern>> = {
  package: { own: [], anybodys: ["packages", "wallet.readUserWallet", "admin"] },
  wallet: {
    own: ["wallet", "auth.readSession", "users.readAccountClosing", "wallet.readPayout"],
    anybodys: ["wallet.readUserWallet", "users.listUsers", "users.readUser", "admin"],
  },
  plan: {
    own: ["plans", "auth.readSession"],
    anybodys: ["users.listUsers", "users.readUser", "admin"],
  },
  profile: {
    own: ["plans", "auth.readSession", "users.readProfile", "users.readNotificationSettings"],
    anybodys: ["users.listUsers", "users.readUser", "admin"],
  },
  session: { own: ["auth.listSessions"], anybodys: [] },
  lane: { own: [], anybodys: ["lanes"] },
  admin: {
    own: [],
    anybodys: ["payments", "wallet.listPayoutRequests", "wallet.listRefundShortfalls", "admin"],
  },
  settings: { own: ["settings.readPublicSettings"], anybodys: ["settings.readSettings"] },
  everything: {
    own: ["wallet", "plans", "auth", "users", "settings.readPublicSettings"],
    anybodys: ["packages", "payments", "lanes", "admin", "settings.readSettings"],
  },
};

/** Asking these again would do something again, or ask the payment provider. */
const neverRefetched: Names = ["wallet.verifyDeposit"];

/** What a topic's subject is called in the input of an operation that asks for one alone. */
const subjectFields: Readonly<Partial<Record<Change["topic"], string>>> = {
  package: "packageId",
  wallet: "userId",
  plan: "userId",
  profile: "userId",
};

function isNamed(names: Names, area: string, operation: string): boolean {
  return names.includes(area) || names.includes(operation);
}

/** Whether the answer kept under a query's `key` may have changed for the person with the id `personId`. */
export function isConcerned(
  key: readonly unknown[],
  { topic, subjectId }: Change,
  personId: string,
): boolean {
  // Answers of single operations are kept under their path; a page may keep others under words of its own.
  if (!Array.isArray(key[0])) return false;
  const [path, options] = key as readonly [
    path: readonly string[],
    options?: { readonly input?: unknown },
  ];
  const [area = ""] = path;
  const operation = path.join(".");
  if (isNamed(neverRefetched, area, operation)) return false;
  const { own, anybodys } = concerns[topic];
  const isPersonal = subjectFields[topic] === "userId";
  const isOwn = (!isPersonal || subjectId === personId) && isNamed(own, area, operation);
  if (!isOwn && !isNamed(anybodys, area, operation)) return false;
  const field = subjectFields[topic];
  const input = (options?.input ?? {}) as Readonly<Record<string, unknown>>;
  return field === undefined || input[field] === undefined || input[field] === subjectId;
}
