import type { ShipRequest } from "#shipping/contract/ship-requests.ts";

/** Why a service takes no loose battery. */
export const looseBatteryRule = {
  kind: "goods_rule",
  ruleId: "00000000-0000-4000-8000-000000000811",
  flag: "battery_loose",
  carrierCode: "hk-post",
  needsProof: false,
  text: "",
  source: "A notice of the carrier",
  day: "2031-04-01",
} as const;

/** A box that the carrier's rules stop, while another service takes it. */
export const stoppedByPost: NonNullable<ShipRequest["stopped"]> = {
  carriers: ["Hong Kong Post"],
  needsProof: false,
  proofServices: [],
  inboundParcelIds: [],
  hasOther: true,
  canTakeOut: true,
  wasFreightCharged: false,
};
