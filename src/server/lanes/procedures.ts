// Binds the procedures about lanes to their doors and operations.
import { admin, signedIn } from "#server/access.ts";
import { listLanes } from "./list-lanes.ts";
import { listSuspendedLanes } from "./list-suspended-lanes.ts";
import { reopenLane } from "./reopen-lane.ts";
import { suspendLane } from "./suspend-lane.ts";

const office = admin.lanes;

export const lanesProcedures = {
  listSuspendedLanes: signedIn.lanes.listSuspendedLanes.handler(({ context }) =>
    listSuspendedLanes(context),
  ),
  listLanes: office.listLanes.handler(({ context, input }) => listLanes(context, input)),
  suspendLane: office.suspendLane.handler(({ context, input }) => suspendLane(context, input)),
  reopenLane: office.reopenLane.handler(({ context, input }) => reopenLane(context, input)),
};
