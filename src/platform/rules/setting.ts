/** The settings of the operator, as section 3 of the specification names them. */
export const settingNames = [
  "allowNewRegistrations",
  "maintenanceMode",
  "shipmentNotifications",
  "paymentNotifications",
] as const;

/** Name of a setting. */
export type SettingName = (typeof settingNames)[number];

/** The settings of the environment by which customers learn who runs the service. */
export const operatorDetails = ["OPERATOR_NAME", "OPERATOR_ADDRESS", "SUPPORT_EMAIL"] as const;

/** Where the payment key in use comes from; `unreadable`: it is encrypted under another SECRET. */
export const paymentAccessSources = ["settings", "environment", "sandbox", "unreadable"] as const;

/** Where the tracking key in use comes from; `none`: staff type what carriers say. */
export const trackingAccessSources = [...paymentAccessSources, "none"] as const;

/** Whether a payment key moves real money. */
export const paymentModes = ["live", "test"] as const;
