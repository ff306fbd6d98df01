import type { ApiError } from "#platform/rules/error-message.ts";
import type { StaffAccess } from "#platform/rules/staff-role.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";
import type { ImageExtension } from "#platform/server/adapters/files/image-limits.ts";
import type { Db } from "#platform/server/db/open.ts";

/** What files belong to, and the kinds of files that it has: each module adds its own. */
export interface FileKinds {}

export type FileOwnerKind = keyof FileKinds;

/** What is taken from who adds files. */
export type UploadRule = {
  /** The types as which they are stored: images are drawn again. */
  readonly types: readonly (ImageExtension | "pdf")[];
  /** A PDF is written anew, with nothing but its pages, of which it has at most so many; without it, it stays as it is. */
  readonly maximumPdfPages?: number;
  /** The error for other types, and for a PDF that cannot be written anew, where it does not say what is wrong with an image. */
  readonly otherType?: ErrorCode;
  /** Less than what every image may have. */
  readonly maximumBytes?: number;
  readonly hasThumbnail: boolean;
  /** How many one owner may have, and the error above it. */
  readonly most: number;
  readonly tooMany: () => ApiError;
  /** Whether this one is taken although the owner has so many. */
  readonly isTakenAbove?: (
    db: Db,
    file: { readonly ownerId: string; readonly kind: string },
  ) => Promise<boolean>;
};

/** What holds for the files of one kind of owner. */
export type FileRule = {
  /** The staff who may read them. */
  readonly readers: StaffAccess;
  /**
   * The table of their owners, whose customer (`user_id`) may read them too, and with whose account they are erased; null
   * where they are the operator's.
   */
  readonly customersTable: string | null;
  /** Whether everybody with a shared address may read those of this owner now; without it nobody may. */
  readonly isShared?: (db: Db, ownerId: string, now: Date) => Promise<boolean>;
  /** Whether the customer may read this one of theirs; without it all of them. */
  readonly isShown?: (
    db: Db,
    file: { readonly id: string; readonly ownerId: string },
  ) => Promise<boolean>;
  /** null: only the product makes them. */
  readonly uploads: UploadRule | null;
};

export type FileRules = Readonly<Record<FileOwnerKind, FileRule>>;
