/** The modules of the business from the top down: each knows only those below it. */
export const modules = [
  "app",
  "office",
  "shipping",
  "goods",
  "tracking",
  "money",
  "notices",
  "people",
  "catalogue",
  "ui",
  "platform",
] as const;
export type Module = (typeof modules)[number];
