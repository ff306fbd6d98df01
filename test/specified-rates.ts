const far = ["usa", "canada", "europe", "uk"];

/** The table of section 9: carrier, service and destinations, then SGD cents up to 500, 1000, 1500 and 2000 g and for each further started 500 g. */
export const specifiedRates = [
  ["hk-post", "air", ["singapore", "malaysia"], [6500, 9500, 12_500, 15_500], 3000],
  ["hk-post", "air", far, [8500, 13_500, 18_500, 23_500], 5000],
  ["hk-post", "surface", ["singapore", "malaysia"], [3500, 5000, 6500, 8000], 1500],
  ["hk-post", "surface", ["usa", "canada"], [4500, 7000, 9500, 12_000], 2500],
  ["sg-post", "air", far, [2200, 3500, 4800, 6100], 1300],
  ["sg-post", "air", ["malaysia", "hong-kong"], [800, 1200, 1600, 2000], 400],
  ["sg-post", "surface", far, [1200, 1800, 2400, 3000], 600],
] as const;
