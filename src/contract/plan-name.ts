import * as z from "zod";
import { planNames } from "#core/plan-name.ts";

export const planName = z.enum(planNames).meta({ id: "PlanName" });
