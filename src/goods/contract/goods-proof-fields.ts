import * as z from "zod";
import { ruledFlag } from "#catalogue/contract/goods-rules.ts";
import { goodsProofLimits, goodsProofStates } from "#goods/rules/goods-proof.ts";
import { id, time } from "#platform/contract/fields.ts";

/** A proof of what is in a parcel. */
export const goodsProof = z.object({
  state: z.enum(goodsProofStates).meta({
    id: "GoodsProofState",
    description: "sent: staff still look at it; not_enough: another file is needed",
  }),
  reason: z.string().describe("Why it is not enough"),
  files: z
    .array(
      z.object({
        id,
        contentType: z.string(),
        fileUrl: z.string().describe("Address that expires"),
      }),
    )
    .describe(`The oldest first, at most ${goodsProofLimits.files}`),
  sentAt: time,
  decidedAt: time.nullable(),
});
goodsProof.register(z.globalRegistry, { id: "GoodsProof" });
export type GoodsProof = z.infer<typeof goodsProof>;

/** The same as its customer reads it. */
export const ownGoodsProof = {
  proof: goodsProof.nullable().describe("null: none was sent"),
  proofAskedFor: z
    .array(ruledFlag)
    .describe("What in the parcel some services take only with a proof that nobody has seen yet"),
};
const own = z.object(ownGoodsProof);
export type OwnGoodsProof = z.infer<typeof own>;
