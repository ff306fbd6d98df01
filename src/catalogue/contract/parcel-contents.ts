// What is in a parcel, as shipping services take or refuse it.
import * as z from "zod";
import { batteryKinds, goodsFlags } from "#catalogue/rules/parcel-contents.ts";

export const battery = z.enum(batteryKinds).meta({ id: "BatteryKind" });
export const goodsFlag = z.enum(goodsFlags).meta({ id: "GoodsFlag" });
