import type {
  AnyContractProcedure,
  ContractProcedure,
  InferSchemaInput,
  InferSchemaOutput,
} from "@orpc/contract";
import type { OperationMeta } from "#platform/contract/procedure.ts";
import type { Person } from "#platform/contract/session.ts";
import type { StaffMember } from "#platform/rules/staff-role.ts";
import type { Language } from "#platform/rules/language.ts";
import type { OwnedKind } from "#platform/rules/own-things.ts";
import type { Config } from "./config.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Jobs } from "#platform/server/jobs/jobs.ts";
import type { Queues } from "#platform/server/limits/queues.ts";
import type { ChangeStream } from "#platform/server/change-stream/change-stream.ts";
import type { AuditFacts } from "#platform/server/audit/audit-queries.ts";
import type { EmailAccount, EmailKinds } from "#platform/server/emails/email.ts";
import type { Log } from "./log.ts";
import type { Tracing } from "#platform/server/traces/tracing.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";
import type { FileRules } from "#platform/server/files/file-rules.ts";
import type { ImageProcesses } from "#platform/server/adapters/files/image-processes.ts";
import type { SettingsCache } from "#platform/server/settings/settings.ts";

/**
 * What a module announces, by name: the functions of modules above it that run then, in its transaction. Each module adds its
 * own; `listeners.ts` says who listens.
 */
export interface Listeners {
  /** The members of staff who may sign in to work. */
  readonly activeStaff: (db: Db) => Promise<readonly (StaffMember & { readonly userId: string })[]>;
  /** The accounts of addresses; those without one are left out. */
  readonly emailAccounts: (db: Db, addresses: readonly string[]) => Promise<EmailAccount[]>;
  /** The account of this address, if any. */
  readonly accountOfAddress: (db: Db, address: string) => Promise<string | undefined>;
  readonly fileRules: FileRules;
}

/** The services of one server process, created once at start; each module adds its own. */
export interface AppServices {
  readonly listeners: Listeners;
  readonly emailKinds: EmailKinds;
  readonly config: Config;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly files: Files;
  readonly images: ImageProcesses;
  readonly queues: Queues;
  readonly changeStream: ChangeStream;
  readonly settings: SettingsCache;
  readonly log: Log;
  readonly tracing: Tracing;
  /** The only clock that operations read, so that tests can set it. */
  readonly now: () => Date;
}

/** The session of a request, read from the database at each request. */
export type CurrentSession = {
  readonly sessionId: string;
  readonly person: Person;
  /** When the session ends unless it is used again. */
  readonly expiresAt: Date;
  /** When the client has to refresh the session (`auth.refreshSession`), which counts as using it. */
  readonly refreshBy: Date;
  /** When the user last signed in or confirmed the password. */
  readonly reauthenticatedAt: Date;
};

/**
 * Says, under the lock of a change and in its transaction `db`, whose things it changes; null is nobody's. In an operation
 * of staff one's own are refused: throws `own_account` or, of a wallet, `own_wallet`. Everywhere else it does nothing.
 */
export type StateOwner = (
  db: Db,
  kind: OwnedKind,
  owners: string | null | readonly (string | null)[],
) => Promise<void>;

/**
 * What an operation says to the binder, and what the binder does for it as its contract states
 * (`src/platform/server/binder/bind-operations.ts`).
 */
export type OperationCalls = {
  /** Whose things it changes; see `StateOwner`. */
  readonly actsOn: StateOwner;
  /**
   * Says, under the lock of what is edited, what it is now: its version or, where only some fields are edited, those. Throws
   * `conflict` (with `current`) where that is not the `expectedVersion` of the input.
   */
  readonly expects: (version: unknown, current: unknown) => void;
  /**
   * Compares the fields that are stored, under their lock, with those that are wanted. Where none differs, says `unchanged`
   * and returns null; otherwise `expects` the version, which is the stored fields unless it is given, and returns what
   * differs, as the audit log has it.
   */
  readonly edits: <Fields extends object>(
    before: Fields,
    after: Fields,
    version?: unknown,
    current?: unknown,
  ) => { readonly before: Partial<Fields>; readonly after: Partial<Fields> } | null;
  /**
   * Adds to the entry of the audit log what was changed, in the operation's transaction or, where it has its own, in `db`.
   * The contract names the target.
   */
  readonly audit: (facts: AuditFacts, db?: Db) => Promise<void>;
  /** The same of a target that the contract does not name. */
  readonly auditOf: (target: string, facts: AuditFacts, db?: Db) => Promise<void>;
  /** Says that everything was as the input wants it, so that there is no version to check and nothing to record. */
  readonly unchanged: () => void;
  /** Runs `work` once the transaction is committed, also where that had to run again. It must not fail. */
  readonly afterCommit: (work: () => void | Promise<void>) => void;
};

/** What becomes known of a request while it is answered, for its line in the log, its trace and the metrics. */
export type ServedRequest = {
  /** The name of the operation, of those in the contract alone; null for everything else. */
  operation: string | null;
  /** The account of its session; null without one. */
  accountId: string | null;
};

/** Facts of one request. Operations append cookies to `responseHeaders`. */
export type RequestFacts = OperationCalls & {
  readonly requestId: string;
  /** Absent where an operation is called without a request. */
  readonly served?: ServedRequest;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The language of the answer. */
  readonly language: Language;
  readonly requestHeaders: Headers;
  readonly responseHeaders: Headers;
  readonly session: CurrentSession | null;
};

/** The context of operations with `access: "public"`. */
export type Context = AppServices & RequestFacts;

/** The context of all operations but those with `access: "public"`. */
export type SignedInContext = Context & { readonly session: CurrentSession };

type OperationFunction<Procedure> =
  Procedure extends ContractProcedure<infer Input, infer Output, infer _Errors, infer Meta>
    ? (
        context: Meta extends OperationMeta<"public"> ? Context : SignedInContext,
        input: InferSchemaOutput<Input>,
      ) => Promise<InferSchemaInput<Output>>
    : never;

type Operation<Procedure> =
  | OperationFunction<Procedure>
  | DescribedAgain<OperationFunction<Procedure>>;

/**
 * An operation whose answer has links that expire: of the answer `keep` is stored, from which `describe` answers a repeat as
 * it is then.
 */
type DescribedAgain<Run extends (context: never, input: never) => Promise<unknown>> = {
  readonly run: Run;
  readonly keep: (answer: Awaited<ReturnType<Run>>) => unknown;
  readonly describe: (context: Parameters<Run>[0], kept: unknown) => ReturnType<Run>;
};

/** An operation as the binder calls it. */
export type Verb = DescribedAgain<(context: Context, input: unknown) => Promise<unknown>>;

/** Says how an operation answers a repeat whose first answer has links that expire; `keep` has no such link. */
export function describedAgain<C, Input, Answer, Kept>(
  run: (context: C, input: Input) => Promise<Answer>,
  keep: (answer: Answer) => Kept,
  describe: (context: C, kept: Kept) => Promise<Answer>,
): DescribedAgain<(context: C, input: Input) => Promise<Answer>> {
  // What is kept comes back from the database as it was stored.
  return { run, keep, describe: (context, kept) => describe(context, kept as Kept) };
}

/** The operations of an API, by area and name. */
export type Contract = Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>;

/** The function of each operation, by area and name. Its context has a session unless everybody may call it. */
export type Operations<C extends Contract> = {
  readonly [Area in keyof C]: { readonly [Name in keyof C[Area]]: Operation<C[Area][Name]> };
};

/** What a function needs that queues emails. */
export type EmailOutbox = Pick<AppServices, "config" | "emailKinds" | "jobs" | "listeners" | "now">;

/** What changes packages and parcels: somebody signed in or, without a session, what a carrier reported. */
export type ActingContext = EmailOutbox & {
  readonly session: Pick<CurrentSession, "person"> | null;
  readonly actsOn: StateOwner;
};

/** What a function needs that locks a thing of an account: it says whose that is. */
export type OwnerContext = Pick<Context, "actsOn">;
