// The sign-in library behind the few verbs the product needs of it: hashing a password, checking one, opening a session.
import { betterAuth } from "better-auth";
import type { Db } from "#server/db/open.ts";
import { createHashingQueue } from "./hashing-queue.ts";
import { sessionSeconds } from "./session-lifetime.ts";

/** Where a request came from, kept with the session it opens. */
type Origin = { readonly ipAddress: string; readonly userAgent: string };

/** What the product needs of the library. A `token` is the secret of a session, 32 random characters. */
export type SignInLibrary = {
  /** Hashes with scrypt (memory-hard); takes tens of milliseconds and 32 MB on purpose, and waits for its turn. */
  hashPassword(password: string): Promise<string>;
  /** Checks a password against its hash; as slow as hashing. */
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** Opens a session for somebody who has just proved who they are. */
  openSession(userId: string, origin: Origin): Promise<{ readonly token: string }>;
};

/** What turns passwords into hashes and tells whether one belongs to a hash, as the library calls it. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(given: { readonly password: string; readonly hash: string }): Promise<boolean>;
};

const moments = { createdAt: "created_at", updatedAt: "updated_at" };

const users = { modelName: "users", fields: { ...moments, emailVerified: "email_verified" } };

const sessions = {
  modelName: "sessions",
  fields: {
    ...moments,
    userId: "user_id",
    expiresAt: "expires_at",
    ipAddress: "ip_address",
    userAgent: "user_agent",
  },
  additionalFields: {
    provedAt: { type: "date", fieldName: "proved_at", required: false, input: false },
  },
} as const;

const accounts = {
  modelName: "accounts",
  fields: {
    ...moments,
    userId: "user_id",
    accountId: "account_id",
    providerId: "provider_id",
    accessToken: "access_token",
    refreshToken: "refresh_token",
    idToken: "id_token",
    accessTokenExpiresAt: "access_token_expires_at",
    refreshTokenExpiresAt: "refresh_token_expires_at",
  },
};

const verifications = {
  modelName: "verifications",
  fields: { ...moments, expiresAt: "expires_at" },
};

type Options = {
  readonly secret: string;
  readonly publicUrl: string;
  readonly now: () => Date;
  /** In place of the library's own scrypt. */
  readonly passwords?: Passwords | undefined;
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
    emailAndPassword: {
      enabled: true,
      ...(options.passwords && { password: options.passwords }),
    },
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
              data: { ...session, createdAt, updatedAt: createdAt, expiresAt, provedAt: createdAt },
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
  return {
    hashPassword: (password) =>
      inTurn(async () => await (await library.$context).password.hash(password)),

    verifyPassword: (password, hash) =>
      inTurn(async () => await (await library.$context).password.verify({ password, hash })),

    async openSession(userId, { ipAddress, userAgent }) {
      const { internalAdapter } = await library.$context;
      const session = await internalAdapter.createSession(userId, false, { ipAddress, userAgent });
      return { token: session.token };
    },
  };
}
