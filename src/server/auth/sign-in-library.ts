// What signing in is made of: hashing a password, checking one, and opening a session through the sign-in library.
import { betterAuth } from "better-auth";
import type { Db } from "#server/db/open.ts";
import { createHashingQueue } from "./hashing-queue.ts";
import { deriveKey, isSameHash, makeSalt, saltOf, type DeriveKey } from "./password-hash.ts";
import { sessionSeconds } from "./sessions/session-lifetime.ts";

/** Where a request came from, kept with the session it opens. */
type Origin = { readonly ipAddress: string; readonly userAgent: string };

/** What the product needs of the library. A `token` is the secret of a session, 32 random characters. */
export type SignInLibrary = {
  /**
   * Hashes with scrypt (memory-hard); takes tens of milliseconds and 32 MB on purpose, and waits for its turn among
   * what others asked for. `forWhom` is the address that asks; `salt` a new one unless given.
   */
  hashPassword(
    password: string,
    options?: { readonly forWhom?: string; readonly salt?: string },
  ): Promise<string>;
  /** Checks a password against its hash; as slow as hashing. */
  verifyPassword(
    password: string,
    hash: string,
    options?: { readonly forWhom?: string },
  ): Promise<boolean>;
  /** Opens a session for somebody who has just proved who they are. */
  openSession(userId: string, origin: Origin): Promise<{ readonly token: string }>;
};

const moments = { createdAt: "createdAt", updatedAt: "updatedAt" };

const users = { modelName: "users", fields: { ...moments, emailVerified: "emailVerified" } };

const sessions = {
  modelName: "sessions",
  fields: {
    ...moments,
    userId: "userId",
    expiresAt: "expiresAt",
    ipAddress: "ipAddress",
    userAgent: "userAgent",
  },
  additionalFields: {
    reauthenticatedAt: {
      type: "date",
      fieldName: "reauthenticatedAt",
      required: false,
      input: false,
    },
  },
} as const;

const accounts = {
  modelName: "accounts",
  fields: {
    ...moments,
    userId: "userId",
    accountId: "accountId",
    providerId: "providerId",
    accessToken: "accessToken",
    refreshToken: "refreshToken",
    idToken: "idToken",
    accessTokenExpiresAt: "accessTokenExpiresAt",
    refreshTokenExpiresAt: "refreshTokenExpiresAt",
  },
};

const verifications = {
  modelName: "verifications",
  fields: { ...moments, expiresAt: "expiresAt" },
};

type Options = {
  readonly secret: string;
  readonly publicUrl: string;
  readonly now: () => Date;
  /** In place of scrypt at the product's cost. */
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
    user: users,
    session: { ...sessions, expiresIn: sessionSeconds, cookieCache: { enabled: false } },
    account: accounts,
    verification: verifications,
    databaseHooks: {
      session: {
        create: {
          // The library has a clock of its own; sessions live by the server's.
          before: (session) => {
            const createdAt = options.now();
            const expiresAt = new Date(createdAt.getTime() + sessionSeconds * 1000);
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

/** Opens the library on our tables. `secret` is key material; nothing is sent anywhere. */
export function openSignInLibrary(db: Db, options: Options): SignInLibrary {
  const library = configure(db, options);
  const inTurn = createHashingQueue();
  const derive = options.passwords ?? deriveKey;
  const hashPassword: SignInLibrary["hashPassword"] = async (password, given = {}) => {
    const { forWhom = "", salt = makeSalt() } = given;
    return `${salt}:${await inTurn(forWhom, () => derive(password, salt))}`;
  };
  return {
    hashPassword,

    async verifyPassword(password, hash, given) {
      return isSameHash(await hashPassword(password, { ...given, salt: saltOf(hash) }), hash);
    },

    async openSession(userId, { ipAddress, userAgent }) {
      const { internalAdapter } = await library.$context;
      const session = await internalAdapter.createSession(userId, false, { ipAddress, userAgent });
      return { token: session.token };
    },
  };
}
