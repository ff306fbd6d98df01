import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { EmailSwitch } from "./email.ts";

/** What the account of an address wants, and its language. */
export type EmailAccount = Readonly<Record<EmailSwitch, boolean>> & {
  readonly email: string;
  readonly closedAt: Date | null;
  readonly language: Language;
  /** The kinds of notifications of which it wants no emails. */
  readonly turnedOff: readonly string[];
};

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** The accounts of addresses; those without one are left out. */
    readonly emailAccounts: (db: Db, addresses: readonly string[]) => Promise<EmailAccount[]>;
    /** The account of this address, if any. */
    readonly accountOfAddress: (db: Db, address: string) => Promise<string | undefined>;
  }
}
