// How customers are told what a request waits for.
import { readNamesOfCarriers } from "#catalogue/server/carriers/carriers.ts";
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import { listRequestHolds } from "#money/server/wallet/request-holds.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Category } from "#shipping/rules/declaration.ts";
import type {
  RequestedParcelState,
  WaitingNews,
  WaitingReason,
} from "#shipping/rules/ship-request.ts";
import { stoppedBox } from "#shipping/rules/stopped-box.ts";
import type { LockedRequest, StoppedNews } from "./change-request.ts";
import { isBoughtGift } from "./declaration.ts";
import { compareForBox, shippedPackage } from "./quote-package.ts";
import { listRequestParcels } from "./request-queries.ts";
import { wasTakenBack } from "./screening-queries.ts";
import { readServiceFacts, type QuoteServices } from "./service-facts.ts";

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

const isInBox = ({ state }: { readonly state: RequestedParcelState }) => state === "in_box";

/** Whose rules stop a packed box that waits because of its goods, as its customer is told; nothing of one that waits for something else. */
export async function readStopped(
  services: QuoteServices,
  db: Db,
  locked: LockedRequest,
): Promise<{ readonly stopped?: StoppedNews }> {
  const { request } = locked;
  if (request.waitingReason !== "goods") return {};
  const facts = await readServiceFacts(services, db, request.warehouseId);
  const compared = compareForBox(request, await shippedPackage(db, locked), facts);
  const { carrierCodes, isProofEnough, hasOther } = stoppedBox(compared, request.serviceCode);
  return {
    stopped: {
      isProofEnough,
      hasOther,
      carriers: await readNamesOfCarriers(db, carrierCodes),
      canTakeOut: (await listRequestParcels(db, request.id)).filter(isInBox).length > 1,
      isFreightCharged: await wasTakenBack(db, request.id),
      hasHold: (await listRequestHolds(db, request.id)).length > 0,
    },
  };
}
