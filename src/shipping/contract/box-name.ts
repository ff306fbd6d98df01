import * as z from "zod";

/** By which staff name a box. */
export const boxNameFields = {
  reference: z
    .string()
    .describe("The number of its ship request, by which labels and files name it"),
  packageNumber: z.int().nullable().describe("Shown as P-1024; null: the package was deleted"),
  memberCode: z.string().nullable().describe("Of its customer"),
};
