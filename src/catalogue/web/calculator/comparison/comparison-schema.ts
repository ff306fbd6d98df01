// The texts of the comparison's form, as the parcel that is compared.
import * as z from "zod/mini";
import { pieceLimits } from "#catalogue/rules/chargeable-weight.ts";
import { countryByCode, originCodes, type CountryCode } from "#catalogue/rules/country.ts";
import { parseDimensions } from "#catalogue/rules/parcel-sides.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/parcel-contents.ts";
import { parsedText } from "#ui/web/field-rules.ts";
import { t } from "./messages.ts";

const country = parsedText(
  (text): CountryCode | null => countryByCode(text)?.code ?? null,
  () => t("comparison.countryMissing"),
);

const fields = z.object({
  length: z.string(),
  width: z.string(),
  height: z.string(),
  country,
  origin: z.enum(originCodes, { error: () => t("fields.originMissing") }),
  postalCode: z.string().check(z.trim()),
  battery: z.string(),
  goods: z.string(),
});

/** The fields of the sides, in their order. */
export const sideNames = ["length", "width", "height"] as const;

export const comparisonSchema = z.pipe(
  fields,
  z.transform((typed, context) => {
    const texts = sideNames.map((name) => typed[name].trim());
    const isMeasured = texts.some((text) => text !== "");
    const sidesMm = isMeasured ? parseDimensions(texts.join(" "), pieceLimits.sideMm) : null;
    if (isMeasured && sidesMm === null) {
      const wrong = sideNames.find(
        (name) => parseDimensions(`1 1 ${typed[name]}`, pieceLimits.sideMm) === null,
      );
      context.issues.push({
        code: "custom",
        message: t("comparison.sideInvalid"),
        input: typed,
        path: [wrong ?? "length"],
      });
    }
    return {
      sidesMm,
      originCode: typed.origin,
      countryCode: typed.country,
      postalCode: typed.postalCode === "" ? null : typed.postalCode,
      battery: batteryKinds.find((kind) => kind === typed.battery) ?? null,
      goods: goodsFlags.filter((flag) => typed.goods.split(" ").includes(flag)),
    };
  }),
);

/** The parcel that is compared, with the weight of the calculator's form. */
export type ComparedParcel = z.output<typeof comparisonSchema> & { readonly weightGrams: number };
