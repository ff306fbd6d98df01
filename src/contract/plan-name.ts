import * as z from "zod";
import { planNames } from "#core/plan.ts";

export const planName = z.enum(planNames).meta({ id: "PlanName" });
