// How customers are told what a request waits for.
import { readNamesOfCarriers } from "#catalogue/server/carriers/carriers.ts";
import type { GoodsJudge } from "#goods/server/goods/judge-goods.ts";
import { listRequestHolds } from "#money/server/wallet/request-holds.ts";
import { contentsOfParcel } from "#goods/server/db/stated-goods.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Category } from "#shipping/rules/declaration.ts";
import {
  hasSeveralInBox,
  type WaitingNews,
  type WaitingReason,
} from "#shipping/rules/ship-request.ts";
import { stoppedBox, stopsBox } from "#shipping/rules/stopped-box.ts";
import type { LockedRequest, StoppedNews } from "./change-request.ts";
import { isBoughtGift } from "./declaration.ts";
import { compareQuoted } from "./quote-package.ts";
import { listOpenQuotes } from "./quote-queries.ts";
import { listRequestParcels } from "./request-queries.ts";
import { wasTakenBack } from "./screening-queries.ts";
import type { QuoteServices } from "./service-facts.ts";

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

/**
 * Whose rules stop a packed box that waits because of its goods, and what follows: its page, email and bell say no more than
 * this. Nothing of one that waits for something else.
 */
export async function readStopped(
  services: QuoteServices,
  db: Db,
  locked: LockedRequest,
  known: Awaited<ReturnType<typeof compareQuoted>> | null = null,
): Promise<{ readonly stopped?: StoppedNews }> {
  const { request } = locked;
  if (request.waitingReason !== "goods") return {};
  const { id } = request;
  const compared =
    known ?? (await compareQuoted(services, db, locked, await listOpenQuotes(db, id)));
  const stopped = stoppedBox(compared, request.serviceCode);
  const parcels = await listRequestParcels(db, id);
  return {
    stopped: {
      needsProof: stopped.needsProof,
      hasOther: stopped.hasOther,
      carriers: await readNamesOfCarriers(db, stopped.carrierCodes),
      proofServices: compared
        .filter(({ service }) => stopped.provableCodes.includes(service.code))
        .map(({ service }) => service.names),
      inboundParcelIds: parcels
        .filter(
          (parcel) => parcel.state === "in_box" && stopsBox(contentsOfParcel(parcel), stopped),
        )
        .map(({ inboundParcelId }) => inboundParcelId),
      canTakeOut: hasSeveralInBox(parcels),
      wasFreightCharged: await wasTakenBack(db, id),
      hasHold: (await listRequestHolds(db, id)).length > 0,
    },
  };
}
