import { expect, test } from "vitest";
import { notificationPath } from "./notification-path.ts";

test("an extra service leads to where its result is shown", () => {
  const path = (payload: Parameters<typeof notificationPath>[2]) =>
    notificationPath("extra_service_ended", "id", payload);
  expect(path({ subject: "packages", shipRequestId: "request" })).toBe(
    "/dashboard/ship-requests/request",
  );
  expect(path({ subject: "packages" })).toBe("/dashboard/packages?package=id");
  expect(path({ subject: "parcels" })).toBe("/dashboard/parcels/id");
  expect(path({})).toBe("/dashboard/parcels");
});
