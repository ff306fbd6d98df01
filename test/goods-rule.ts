/** A rule about goods that comes with no suggestion, without its first day. */
export const goodsRule = {
  flag: "tobacco",
  serviceCode: null,
  carrierCode: null,
  mode: null,
  countryCode: null,
  answer: "refused",
  needsProof: false,
  texts: { en: "", "zh-Hant-HK": "", "zh-Hans": "" },
  source: "A notice",
  sourceDay: "2026-06-01",
  confidence: "primary",
} as const;
