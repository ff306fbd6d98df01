// The database's tables, joined from each subject's row types.
import type { LanesTables } from "./tables/lanes.ts";
import type { LiveTables } from "./tables/live.ts";
import type { PackagesTables } from "./tables/packages.ts";
import type { PeopleTables } from "./tables/people.ts";
import type { PlansTables } from "./tables/plans.ts";
import type { PlatformTables } from "./tables/platform.ts";
import type { WalletTables } from "./tables/wallet.ts";

export type Tables = PeopleTables &
  PlatformTables &
  WalletTables &
  PlansTables &
  PackagesTables &
  LanesTables &
  LiveTables;
