import { expect, test } from "vitest";
import { stoppedBox } from "./stopped-box.ts";

const rule = (carrierCode: string, needsProof = false) => ({
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
  const services = [service("air", rule("hk-post"), rule("hk-post", true)), service("express")];
  expect(stoppedBox(services, "air")).toEqual({
    carrierCodes: ["hk-post"],
    flags: ["lighter", "powder"],
    isProofEnough: false,
    hasOther: true,
  });
});

test("those of every service stop one that none takes, and a proof is enough where it opens one", () => {
  const services = [
    service("air", rule("hk-post")),
    service("line", rule("singpost", true)),
    { service: { code: "surface" }, reasons: [{ kind: "lane_suspended" }] },
  ];
  const stopped = {
    carrierCodes: ["hk-post", "singpost"],
    flags: ["lighter", "powder"],
    isProofEnough: true,
    hasOther: false,
  };
  expect(stoppedBox(services, "air")).toEqual(stopped);
  expect(stoppedBox(services, null)).toEqual(stopped);
});

test("without a rule nobody is named", () => {
  expect(stoppedBox([service("express")], "air")).toEqual({
    carrierCodes: [],
    flags: [],
    isProofEnough: false,
    hasOther: true,
  });
});
