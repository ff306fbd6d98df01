import type { PackageShare } from "#goods/contract/package-shares.ts";
import { shareEndsAt, sharePath } from "#goods/rules/package-share.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { shareToken } from "./share-token.ts";

/** A link as its owner sees it. */
export function ownShare(
  context: SignedInContext,
  share: {
    readonly id: string;
    readonly hasPhotos: boolean;
    readonly views: number;
    readonly createdAt: Date;
  },
  deliveredAt: Date | null,
): PackageShare {
  return {
    url: context.config.publicUrl + sharePath(shareToken(context, share.id)),
    hasPhotos: share.hasPhotos,
    views: share.views,
    createdAt: share.createdAt.toISOString(),
    endsAt: shareEndsAt(deliveredAt)?.toISOString() ?? null,
  };
}
