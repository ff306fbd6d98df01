import { betterAuth } from "better-auth";
import type { Db } from "#server/db/open.ts";
import { createHashingQueue } from "./hashing-queue.ts";
import { deriveKey, isSameHash, makeSalt, saltOf, type DeriveKey } from "./password-hash.ts";
import { sessionLifetimeSeconds } from "./sessions/session-lifetime.ts";

/** Where a request came from; stored with the session it opens. */
type Origin = { readonly ipAddress: string; readonly userAgent: string };

/** What the product needs of the library. A `token` is the secret of a session, 32 random characters. */
export type SignInLibrary = {
  /**
   * Hashes with scrypt, which takes tens of milliseconds and 32 MB by design, in turn with the requests of other IP
   * addresses. `forWhom` is the IP address of the request; `salt` is a new one by default. Throws `unavailable`.
   */
  hashPassword(
    password: string,
    options?: { readonly forWhom?: string; readonly salt?: string },
  ): Promise<string>;
  /** Whether a password has this hash; takes as long as hashing. */
  verifyPassword(
    password: string,
    hash: string,
    options?: { readonly forWhom?: string },
  ): Promise<boolean>;
  /** Opens a session of a user who has just authenticated. */
  openSession(userId: string, origin: Origin): Promise<{ readonly token: string }>;
};

const reauthenticatedAt = { type: "date", required: false, input: false } as const;

type Options = {
  readonly secret: string;
  readonly publicUrl: string;
  readonly now: () => Date;
  /** Replaces scrypt at the product's cost, in tests. */
  readonly passwords?: DeriveKey | undefined;
};

function configure(db: Db, options: Options) {
  return betterAuth({
    baseURL: options.publicUrl,
    secret: options.secret,
    database: { db, type: "postgres" },
    advanced: { database: { generateId: "uuid" } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    user: { modelName: "users" },
    session: {
      modelName: "sessions",
      additionalFields: { reauthenticatedAt },
      expiresIn: sessionLifetimeSeconds,
      cookieCache: { enabled: false },
    },
    account: { modelName: "accounts" },
    verification: { modelName: "verifications" },
    databaseHooks: {
      session: {
        create: {
          // The library reads the system clock; sessions use the clock of the services.
          before: (session) => {
            const createdAt = options.now();
            const expiresAt = new Date(createdAt.getTime() + sessionLifetimeSeconds * 1000);
            return Promise.resolve({
              data: {
                ...session,
                createdAt,
                updatedAt: createdAt,
                expiresAt,
                reauthenticatedAt: createdAt,
              },
            });
          },
        },
      },
    },
  });
}

/** Opens the library on the product's tables. `secret` is its key material. */
export function openSignInLibrary(db: Db, options: Options): SignInLibrary {
  const library = configure(db, options);
  const queued = createHashingQueue();
  const derive = options.passwords ?? deriveKey;
  const hashPassword: SignInLibrary["hashPassword"] = async (password, hashing = {}) => {
    const { forWhom = "", salt = makeSalt() } = hashing;
    return `${salt}:${await queued(forWhom, () => derive(password, salt))}`;
  };
  return {
    hashPassword,

    async verifyPassword(password, hash, hashing) {
      return isSameHash(await hashPassword(password, { ...hashing, salt: saltOf(hash) }), hash);
    },

    async openSession(userId, { ipAddress, userAgent }) {
      const { internalAdapter } = await library.$context;
      const session = await internalAdapter.createSession(userId, false, { ipAddress, userAgent });
      return { token: session.token };
    },
  };
}
