import { describe, expect, test } from "vitest";
import { copiedTexts, memberAddressLines, wholeAddress } from "./member-address.ts";

const kwunTong = {
  province: "香港特别行政区",
  city: "九龙",
  district: "观塘区",
  street: "巧明街 100 号 12 楼",
};
const member = {
  receiverNamePattern: "{name} {code}",
  name: "陈美",
  memberCode: "S7K32QX",
};

describe("The address of a member", () => {
  test("has the code in the receiver's line and at the end of the street", () => {
    expect(memberAddressLines(kwunTong, member)).toEqual({
      ...kwunTong,
      street: "巧明街 100 号 12 楼 S7K3-2QX",
      receiver: "陈美 S7K3-2QX",
    });
  });

  test.each([
    ["{code}{name}", "陈美", "S7K3-2QX陈美"],
    ["{name}（{code}）{code}", "陈美", "陈美（S7K3-2QX）S7K3-2QX"],
    ["{name} {code}", "", "S7K3-2QX"],
    ["{code}", "陈美", "S7K3-2QX"],
    // A name never adds a part of its own.
    ["{name} {code}", "$& {code}", "$& {code} S7K3-2QX"],
  ])("follows the pattern %s", (receiverNamePattern, name, receiver) => {
    const lines = memberAddressLines(kwunTong, { ...member, receiverNamePattern, name });
    expect(lines.receiver).toBe(receiver);
  });
});

describe("What is copied", () => {
  const chinese = memberAddressLines(kwunTong, member);
  const english = memberAddressLines(
    {
      province: "Hong Kong",
      city: "Kowloon",
      district: "Kwun Tong",
      street: "12/F, 100 How Ming Street",
    },
    { ...member, name: "Chen Mei" },
  );
  const lines = { en: english, "zh-Hant-HK": chinese, "zh-Hans": chinese };
  const address = { lines, phone: "+852 2345 6789", postalCode: "" };

  test("is one text for each field of the form, empty where the address has none", () => {
    expect(copiedTexts("zh-Hans", address)).toEqual({
      region: "香港特别行政区 九龙 观塘区",
      street: "巧明街 100 号 12 楼 S7K3-2QX",
      receiver: "陈美 S7K3-2QX",
      phone: "+852 2345 6789",
      postalCode: "",
    });
    expect(copiedTexts("en", address)).toMatchObject({
      region: "Hong Kong, Kowloon, Kwun Tong",
      receiver: "Chen Mei S7K3-2QX",
    });
  });

  test("has no part of the region twice", () => {
    const beijing = { ...chinese, province: "北京市", city: "北京市", district: "朝阳区" };
    const copied = copiedTexts("zh-Hans", { ...address, lines: { ...lines, "zh-Hans": beijing } });
    expect(copied.region).toBe("北京市 朝阳区");
  });

  test("is as a whole in the order that shops recognise", () => {
    expect(wholeAddress("zh-Hans", copiedTexts("zh-Hans", address))).toBe(
      "陈美 S7K3-2QX\n+852 2345 6789\n香港特别行政区 九龙 观塘区 巧明街 100 号 12 楼 S7K3-2QX",
    );
    expect(wholeAddress("en", copiedTexts("en", { ...address, postalCode: "999077" }))).toBe(
      "Chen Mei S7K3-2QX\n+852 2345 6789\n12/F, 100 How Ming Street S7K3-2QX, Hong Kong, Kowloon, Kwun Tong\n999077",
    );
  });
});
