import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { SqlPart } from "#platform/server/db/search-by-part.ts";
import type { OpenNotification } from "./notifications/notification-queries.ts";

export type { OpenNotification };

/** What the emails of notifications are queued with. */
export type NotificationServices = AppServices;

export type Recipient = { readonly userId: string; readonly email: string };

/** An email with the notifications that it is about. */
export type NotificationEmail = {
  readonly notifications: readonly OpenNotification[];
  /** Queues it; false where nothing of it is to be said any more. */
  readonly queue: () => Promise<boolean>;
};

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** The emails about notifications that are sent at once. */
    readonly immediateEmails: (
      services: NotificationServices,
      db: Db,
      recipient: Recipient,
      notifications: readonly OpenNotification[],
    ) => readonly NotificationEmail[];
    /** Queues one email about what arrived; false where nothing of it is to be said any more. */
    readonly queueCollectedEmail: (
      services: NotificationServices,
      db: Db,
      recipient: Recipient,
      notifications: readonly OpenNotification[],
    ) => Promise<boolean>;
    /** Queues the daily digest; false where nothing of it is to be said any more. */
    readonly queueDigest: (
      services: NotificationServices,
      db: Db,
      recipient: Recipient,
      notifications: readonly OpenNotification[],
    ) => Promise<boolean>;
    /** SQL: the number of the parcel, package or claim with the id in the SQL `subjectId`; null for anything else. */
    readonly numberOfSubject: (subjectId: SqlPart<string>) => SqlPart<string | null>;
  }
}
