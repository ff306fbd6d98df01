// What an operation is given: the parts of the running server and the facts of one request.
import type { Person } from "#contract/auth.ts";
import type { Config } from "./config.ts";
import type { Db } from "#server/db/open.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Queues } from "#server/limits/queues.ts";
import type { ChangeStream } from "#server/change-stream/change-stream.ts";
import type { Log } from "./log.ts";
import type { Files } from "#server/adapters/files/files.ts";
import type { ImageProcesses } from "#server/adapters/files/image-processes.ts";
import type { Payment } from "#server/adapters/payment/payment.ts";
import type { SettingsCache } from "#server/settings/settings-cache.ts";
import type { SignInLibrary } from "#server/auth/sign-in-library.ts";

/** The parts of one server, made once at start; tests make their own. */
export type AppServices = {
  readonly config: Config;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly payment: Payment;
  readonly files: Files;
  readonly images: ImageProcesses;
  readonly queues: Queues;
  readonly signInLibrary: SignInLibrary;
  readonly changeStream: ChangeStream;
  readonly settings: SettingsCache;
  readonly log: Log;
  /** The present moment; the only clock that operations read. */
  readonly now: () => Date;
};

/** The session behind a request, found in the database at each request. */
export type CurrentSession = {
  readonly sessionId: string;
  readonly person: Person;
  /** When the session ends if it is not used again. */
  readonly expiresAt: Date;
  /** When the lease that its holder keeps on it runs out; renewing the lease touches the session. */
  readonly refreshBy: Date;
  /** When its holder last proved who they are (signed in or gave the password again). */
  readonly reauthenticatedAt: Date;
};

/** Facts of one request. `responseHeaders` takes cookies to be set. */
export type RequestFacts = {
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly requestHeaders: Headers;
  readonly responseHeaders: Headers;
  readonly session: CurrentSession | null;
};

/** What an operation at the door `anyone` is given. */
export type Context = AppServices & RequestFacts;

/** What an operation at the doors `signedIn` and `admin` is given: the session is there. */
export type SignedInContext = Context & { readonly session: CurrentSession };
