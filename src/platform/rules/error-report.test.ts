import { expect, test } from "vitest";
import { kindOfError, placeOf, scrubbed } from "./error-message.ts";

test.each([
  ["No account mei.tan+x@example.co.uk here", "No account [email] here"],
  ["user 6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11 is gone", "user [id] is gone"],
  ["token sk_live_51H8abcdefGHIJ0123456789 refused", "token [secret] refused"],
  ["card 4242 4242 4242 4242 declined", "card [number] declined"],
  ["call +852 2123 4567", "call +[number]"],
  ["GET /reset-password?token=abc&email=a failed", "GET /reset-password failed"],
  [
    "https://sampan.example/auth/callback#access_token=xyz broke",
    "https://sampan.example/auth/callback broke",
  ],
  [
    "Cannot read properties of undefined (reading 'map')",
    "Cannot read properties of undefined (reading 'map')",
  ],
  ["Leg 2 of 3 failed after 1500 ms", "Leg 2 of 3 failed after 1500 ms"],
])("%s is stored as %s", (text, stored) => {
  expect(scrubbed(text)).toBe(stored);
});

test("code locations stay", () => {
  const stack = "Error: x\n    at draw (https://h/assets/shipments-table-3fAbCd12Xyz.js:1:45231)";
  expect(scrubbed(stack)).toBe(stack);
  expect(placeOf(stack)).toBe("at draw (https://h/assets/shipments-table-3fAbCd12Xyz.js:1:45231)");
  expect(placeOf("draw@https://h/a.js:1:2\nmore@b.js:3:4")).toBe("draw@https://h/a.js:1:2");
  expect(placeOf("Error: nothing more")).toBeNull();
  expect(placeOf(null)).toBeNull();
});

test("errors that differ only in numbers are of one kind, unless their location differs", () => {
  const error = { source: "server", errorMessage: "Row 12 of 30", place: "at a (b.ts:1:2)" };
  expect(kindOfError({ ...error, errorMessage: "Row 7 of 8" })).toBe(kindOfError(error));
  expect(kindOfError({ ...error, place: "at c (b.ts:9:2)" })).not.toBe(kindOfError(error));
  expect(kindOfError({ ...error, source: "wallet" })).not.toBe(kindOfError(error));
});
