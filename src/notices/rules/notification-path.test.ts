import { expect, test } from "vitest";
import { notificationPath } from "./notification-path.ts";

test("an extra service leads to where its result is shown", () => {
  const path = (payload: Parameters<typeof notificationPath>[2]) =>
    notificationPath("extra_service_ended", "id", payload);
  expect(path({ subject: "packages", variant: "done_for_request" })).toBe(
    "/dashboard/packages/id/ship",
  );
  expect(path({ subject: "packages", variant: "refused" })).toBe("/dashboard/packages?package=id");
  expect(path({ subject: "parcels", variant: "done" })).toBe("/dashboard/parcels/id");
  expect(path({ variant: "done" })).toBe("/dashboard/parcels");
});
