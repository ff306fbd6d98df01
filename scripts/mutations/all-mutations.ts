// Single wrong changes that the tests must notice.
import { accessMutations } from "./access-mutations.ts";
import { ledgerMutations } from "./ledger-mutations.ts";
import { paymentMutations } from "./payment-mutations.ts";
import { trackingMutations } from "./tracking-mutations.ts";

type Change = {
  /** What is wrong then. */
  readonly breaks: string;
  /** Exactly once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** Why it changes nothing that anybody could notice. */
  readonly equivalent?: string;
};

export type Mutation = Change & { readonly file: string };

const lists: readonly Readonly<Record<string, readonly Change[]>>[] = [
  ledgerMutations,
  paymentMutations,
  accessMutations,
  trackingMutations,
];

export const mutations: readonly Mutation[] = lists.flatMap((list) =>
  Object.entries(list).flatMap(([file, changes]) => changes.map((change) => ({ ...change, file }))),
);

/** The text of a file with the change. Throws where what is to be replaced is not there exactly once. */
export function applyMutation(
  source: string,
  { file, breaks, text, replacement }: Mutation,
): string {
  const parts = source.split(text);
  if (parts.length !== 2) {
    throw new Error(`${file}, "${breaks}": found ${parts.length - 1} times instead of once.`);
  }
  return parts.join(replacement);
}
