// What staff may ask about the platform's settings: the switches, and how the payment provider is reached.
import * as z from "zod";
import { nothing } from "./fields.ts";
import { procedure } from "./procedure.ts";

/** The switches, as section 3 of the specification names them. */
export const settingNames = [
  "allowNewRegistrations",
  "maintenanceMode",
  "shipmentNotifications",
  "paymentNotifications",
] as const;
export type SettingName = (typeof settingNames)[number];

const settings = z.object({
  allowNewRegistrations: z.boolean(),
  maintenanceMode: z.boolean().describe("Only admins can access"),
  shipmentNotifications: z.boolean(),
  paymentNotifications: z.boolean(),
});
export type PlatformSettings = z.infer<typeof settings>;

const area = "platform";

export const platformSettings = {
  readSettings: procedure({
    method: "GET",
    path: "/admin/settings",
    door: "admin",
    area,
    summary: "The platform's settings",
  })
    .input(nothing)
    .output(settings),

  changeSetting: procedure({
    method: "PUT",
    path: "/admin/settings/{setting}",
    door: "admin",
    area,
    summary: "Turn one switch, which every server obeys within a second",
  })
    .input(z.strictObject({ setting: z.enum(settingNames), isEnabled: z.boolean() }))
    .output(settings),
};
