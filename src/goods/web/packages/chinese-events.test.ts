// Outside the browser, where all languages are loaded, as for prerendering.
import "#test/screen/all-messages.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PackageEvent } from "#goods/contract/packages.ts";
import { seededCarriers } from "#test/carriers.ts";
import { prerenderIn } from "#ui/web/i18n/messages.tsx";
import { recordFields } from "#platform/rules/recorded-fields.ts";
import { eventText } from "./package-event-list.tsx";

beforeAll(() => prerenderIn("zh-Hant-HK"));
afterAll(() => prerenderIn("en"));

function textOf(fields: Pick<PackageEvent, "kind"> & Partial<PackageEvent>): string {
  const createdAt = "2031-05-01T12:00:00.000Z";
  const nothing = { legNumber: null, before: null, after: null, byStaff: true, createdAt };
  return eventText({ id: "1", ...nothing, ...fields }, seededCarriers);
}

test("a history is read in Chinese", () => {
  expect(
    textOf({
      kind: "leg_changed",
      legNumber: 2,
      after: recordFields({ carrier: "SF Express", notes: null }),
    }),
  ).toBe("第 2 段已更新：物流公司：順豐速運；備註：無");
  expect(
    textOf({
      kind: "package_changed",
      after: recordFields({ estimatedWeightGrams: 1500, description: "Green tea" }),
    }),
  ).toBe("包裹資料已更正：預計重量：1.5 kg；內容說明：Green tea");
  expect(textOf({ kind: "leg_added", legNumber: 1, after: "Hong Kong → Germany" })).toBe(
    "已新增第 1 段：香港 → 德國",
  );
});
