import { ORPCError } from "@orpc/server";
import { expect, test } from "vitest";
import { apiError } from "#platform/contract/errors.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import { describeError, errorResponse, retryAfterSeconds } from "./error-response.ts";

function databaseError(code: string): Error {
  return Object.assign(new Error("a database message"), { code });
}

test("an API error keeps its code, status, details and its own message", () => {
  expect(
    describeError(
      apiError("weight_above_plan", { grams: 5 }, () => "5 g is too much."),
      "r",
      "en",
    ),
  ).toEqual({
    code: "weight_above_plan",
    status: 400,
    message: "5 g is too much.",
    details: { grams: 5 },
  });
  expect(describeError(apiError("not_found"), "r", "en").message).toMatch(/does not exist/);
});

test("invalid input names the paths, without the values", () => {
  const issues = [
    { path: ["legs", { key: 0 }, "origin"], message: "At most 120 characters.", input: "secret" },
  ];
  const wireError = describeError(new ORPCError("BAD_REQUEST", { data: { issues } }), "r", "en");
  expect(wireError).toMatchObject({ code: "invalid_input", status: 400 });
  expect(wireError.details).toEqual({
    issues: [{ path: ["legs", "0", "origin"], message: "At most 120 characters." }],
  });
});

test("a bug shows the client only the request's id", () => {
  const wireError = describeError(
    new TypeError("cannot read password of undefined"),
    "request-1",
    "en",
  );
  expect(wireError).toMatchObject({
    code: "unexpected",
    status: 500,
    details: { requestId: "request-1" },
  });
  expect(JSON.stringify(wireError)).not.toContain("password of");
});

test("an error whose code is not in the catalogue is a bug", () => {
  expect(describeError(new ApiError("made_up"), "r", "en").code).toBe("unexpected");
  expect(describeError(new ApiError("toString"), "r", "en").code).toBe("unexpected");
});

test.each([
  databaseError("ECONNREFUSED"),
  databaseError("57P01"),
  databaseError("57014"),
  databaseError("08006"),
  new Error("Connection terminated unexpectedly"),
  new Error("timeout exceeded when trying to connect"),
  new Error("wrapped", { cause: databaseError("ECONNRESET") }),
  new AggregateError([databaseError("ECONNREFUSED")]),
  new ORPCError("INTERNAL_SERVER_ERROR", { cause: databaseError("57P03") }),
  databaseError("53100"),
  new Error("Cannot write file", { cause: databaseError("ENOSPC") }),
])("an unreachable database or a full disk is 'unavailable', with a retry: %s", (error) => {
  const wireError = describeError(error, "r", "en");
  expect(wireError).toMatchObject({ code: "unavailable", status: 503 });
  expect(retryAfterSeconds(wireError)).toBe(2);
});

test("a violated constraint is no outage", () => {
  expect(describeError(databaseError("23505"), "r", "en").code).toBe("unexpected");
});

test("outside of the handlers each client gets its own format", async () => {
  const wireError = describeError(
    apiError("too_many_requests", { retryAfterSeconds: 61.2 }),
    "r",
    "en",
  );
  const rest = errorResponse(wireError, "/api/sign-in");
  expect(rest.headers.get("retry-after")).toBe("62");
  expect(await rest.json()).toMatchObject({ code: "too_many_requests", details: {} });
  const rpc = errorResponse(wireError, "/api/rpc/auth/signIn");
  expect(await rpc.json()).toMatchObject({ json: { code: "too_many_requests", status: 429 } });
});
