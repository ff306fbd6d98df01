import * as z from "zod";
import { planNames } from "#platform/rules/plan-name.ts";

export const planName = z.enum(planNames).meta({ id: "PlanName" });
