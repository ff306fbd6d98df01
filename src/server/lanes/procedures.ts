import { admin, signedIn } from "#server/access.ts";
import { listLanes } from "./list-lanes.ts";
import { listSuspendedLanes } from "./list-suspended-lanes.ts";
import { reopenLane } from "./reopen-lane.ts";
import { suspendLane } from "./suspend-lane.ts";

export const lanesProcedures = {
  listSuspendedLanes: signedIn.lanes.listSuspendedLanes.handler(({ context }) =>
    listSuspendedLanes(context),
  ),
  listLanes: admin.lanes.listLanes.handler(({ context, input }) => listLanes(context, input)),
  suspendLane: admin.lanes.suspendLane.handler(({ context, input }) => suspendLane(context, input)),
  reopenLane: admin.lanes.reopenLane.handler(({ context, input }) => reopenLane(context, input)),
};
