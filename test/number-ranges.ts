/** Numbers of the service that goes from Hong Kong by air, for tests. */
export const postalRange = {
  serviceCode: "hk-post-air",
  prefix: "RA",
  countryCode: "HK",
  firstSerial: 1,
  lastSerial: 100,
  source: "Letter of Hongkong Post",
} as const;
