import { expect, test } from "vitest";
import { stoppedBox, stopsBox } from "./stopped-box.ts";

const rule = (carrierCode: string | null, needsProof = false) => ({
  kind: "goods_rule",
  flag: needsProof ? ("powder" as const) : ("lighter" as const),
  carrierCode,
  needsProof,
});
const service = (code: string, ...reasons: ReturnType<typeof rule>[]) => ({
  service: { code },
  reasons,
});

test("the rules of the chosen service stop a box that another one takes", () => {
  const rules = [rule("hk-post"), rule("hk-post", true)];
  expect(stoppedBox([service("air", ...rules), service("express")], "air")).toEqual({
    carrierCodes: ["hk-post"],
    needsProof: false,
    provableCodes: [],
    rules,
    hasOther: true,
  });
});

test("of every service that closes, who refuses is named, and which one a proof opens", () => {
  const refused = rule("hk-post");
  const services = [
    service("air", refused),
    service("line", rule("singpost", true)),
    { service: { code: "surface" }, reasons: [{ kind: "lane_suspended" }] },
  ];
  const stopped = {
    carrierCodes: ["hk-post"],
    needsProof: false,
    provableCodes: ["line"],
    hasOther: false,
  };
  expect(stoppedBox(services, "air")).toEqual({ ...stopped, rules: [refused] });
  expect(stoppedBox(services, null)).toEqual({
    ...stopped,
    rules: [refused, rule("singpost", true)],
  });
});

test("who asks for a proof is named where nobody refuses", () => {
  const services = [service("air", rule("hk-post", true)), service("line", rule("singpost", true))];
  expect(stoppedBox(services, null)).toMatchObject({
    carrierCodes: ["hk-post", "singpost"],
    needsProof: true,
    provableCodes: ["air", "line"],
  });
});

test("no carrier is named for a rule that is not a carrier's", () => {
  const rules = [rule(null), rule("hk-post", true)];
  expect(stoppedBox([service("air", ...rules)], "air")).toMatchObject({
    carrierCodes: [],
    needsProof: false,
    provableCodes: [],
  });
});

test("without a rule nobody is named", () => {
  expect(stoppedBox([service("express")], "air")).toEqual({
    carrierCodes: [],
    needsProof: false,
    provableCodes: [],
    rules: [],
    hasOther: true,
  });
});

test("a parcel stops its box by what was not proved, or is refused all the same", () => {
  const powder = { batteries: [], goods: ["powder"] } as const;
  const asks = { rules: [rule("hk-post", true)] };
  expect(stopsBox(powder, asks)).toBe(true);
  expect(stopsBox({ ...powder, proven: ["powder"] }, asks)).toBe(false);
  const refuses = { rules: [{ ...rule("hk-post"), flag: "powder" as const }] };
  expect(stopsBox({ ...powder, proven: ["powder"] }, refuses)).toBe(true);
  expect(stopsBox({ batteries: [], goods: ["fragile"] }, refuses)).toBe(false);
});
