// The sign-in library behind the few verbs the product needs of it: hashing, checking a password, opening a session.
import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import type { Db } from "#server/db/open.ts";
import { sessionSeconds } from "./session-lifetime.ts";

/** Where a request came from, kept with the session it opens. */
type Origin = { readonly ipAddress: string; readonly userAgent: string };

/** What the product needs of the library. A `token` is the secret of a session, 32 random characters. */
export type SignInLibrary = {
  /** Hashes with scrypt (memory-hard); takes tens of milliseconds and 16 MB on purpose. */
  hashPassword(password: string): Promise<string>;
  /**
   * Checks the pair and opens a session. Takes about the same time whether or not the address has an
   * account. `unverified`: the pair is right, but the address has not been confirmed.
   */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    origin: Origin,
  ): Promise<{ readonly token: string } | "invalid" | "unverified">;
  /** Opens a session for somebody who has proved who they are in another way. */
  openSession(userId: string, origin: Origin): Promise<{ readonly token: string }>;
};

const longestPassword = 256;

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
};

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
      requireEmailVerification: true,
      minPasswordLength: 6,
      maxPasswordLength: longestPassword,
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
              data: { ...session, createdAt, updatedAt: createdAt, expiresAt },
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
  return {
    hashPassword: async (password) => await (await library.$context).password.hash(password),

    async signIn({ email, password }, origin) {
      try {
        const headers = new Headers({ "user-agent": origin.userAgent });
        const { token } = await library.api.signInEmail({ body: { email, password }, headers });
        return { token };
      } catch (error) {
        if (!isAPIError(error)) throw error;
        if (error.body?.code === "EMAIL_NOT_VERIFIED") return "unverified";
        if (error.statusCode >= 500) throw error;
        return "invalid";
      }
    },

    async openSession(userId, { ipAddress, userAgent }) {
      const { internalAdapter } = await library.$context;
      const session = await internalAdapter.createSession(userId, false, { ipAddress, userAgent });
      return { token: session.token };
    },
  };
}
