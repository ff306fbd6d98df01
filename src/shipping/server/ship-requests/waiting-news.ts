// How customers are told what a request waits for.
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Category } from "#shipping/rules/declaration.ts";
import type { WaitingNews, WaitingReason } from "#shipping/rules/ship-request.ts";
import { isBoughtGift } from "./declaration.ts";

/** What is said that a request waits for: a gift that was bought is not to be completed, but to be sent for another reason. */
export async function readWaitingNews(
  judge: GoodsJudge,
  db: Db,
  request: Category & { readonly id: string },
  reason: WaitingReason,
): Promise<WaitingNews> {
  if (reason !== "declaration") return reason;
  return (await isBoughtGift(judge, db, request)) ? "gift" : reason;
}
