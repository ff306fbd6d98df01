/** Which of the answers a page keeps are out of date after a change: the rules of what concerns what. */
import type { Change } from "#contract/live.ts";

/** Areas (`packages`) or single operations (`people.listUsers`) of the contract. */
type Names = readonly string[];

type Concern = {
  /** What shows one's own. */
  readonly own: Names;
  /** What staff see of anybody's. */
  readonly anybodys: Names;
};

const concerns: Readonly<Record<Change["topic"], Concern>> = {
  package: { own: [], anybodys: ["packages", "wallet.readUserWallet", "office"] },
  wallet: {
    own: ["wallet", "people.readSession", "people.readAccountClosing", "people.readPayout"],
    anybodys: ["wallet.readUserWallet", "people.listUsers", "people.readUser", "office"],
  },
  plan: {
    own: ["plans", "people.readSession"],
    anybodys: ["people.listUsers", "people.readUser", "office"],
  },
  profile: {
    own: ["plans", "people.readSession", "people.readProfile", "people.readNotificationSettings"],
    anybodys: ["people.listUsers", "people.readUser", "office"],
  },
  session: { own: ["people.listSessions"], anybodys: [] },
  lane: { own: [], anybodys: ["lanes"] },
  office: {
    own: [],
    anybodys: ["payments", "people.listPayoutRequests", "wallet.listRefundShortfalls", "office"],
  },
  platform: { own: ["platform.readPlatform"], anybodys: ["platform.readSettings"] },
  everything: {
    own: ["wallet", "plans", "people", "platform.readPlatform"],
    anybodys: ["packages", "payments", "lanes", "office", "platform.readSettings"],
  },
};

/** Asking these again would do something again, or ask the payment provider. */
const neverAskedAgain: Names = ["wallet.verifyDeposit"];

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
  if (isNamed(neverAskedAgain, area, operation)) return false;
  const { own, anybodys } = concerns[topic];
  const isPersonal = subjectFields[topic] === "userId";
  const isOwn = (!isPersonal || subjectId === personId) && isNamed(own, area, operation);
  if (!isOwn && !isNamed(anybodys, area, operation)) return false;
  const field = subjectFields[topic];
  const input = (options?.input ?? {}) as Readonly<Record<string, unknown>>;
  return field === undefined || input[field] === undefined || input[field] === subjectId;
}
