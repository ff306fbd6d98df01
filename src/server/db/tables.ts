import type { CarriersTables } from "./tables/carriers.ts";
import type { LabelsTables } from "./tables/labels.ts";
import type { LanesTables } from "./tables/lanes.ts";
import type { InboundParcelsTables } from "./tables/inbound-parcels.ts";
import type { NotificationTables } from "./tables/notifications.ts";
import type { ChangesTables } from "./tables/changes.ts";
import type { PackagesTables } from "./tables/packages.ts";
import type { ShipRequestsTables } from "./tables/ship-requests.ts";
import type { ShippingServicesTables } from "./tables/shipping-services.ts";
import type { UserTables } from "./tables/users.ts";
import type { PlansTables } from "./tables/plans.ts";
import type { SystemTables } from "./tables/system.ts";
import type { TrackingTables } from "./tables/tracking.ts";
import type { WalletTables } from "./tables/wallet.ts";

export type Tables = UserTables &
  SystemTables &
  WalletTables &
  PlansTables &
  PackagesTables &
  InboundParcelsTables &
  NotificationTables &
  CarriersTables &
  TrackingTables &
  LanesTables &
  ShippingServicesTables &
  ShipRequestsTables &
  LabelsTables &
  ChangesTables;
