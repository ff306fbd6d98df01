// Browsers also name those they are compatible with, so the first match in this order decides.
const browsers: readonly (readonly [string, RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /\b(?:OPR|OPT)\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["WeChat", /\bMicroMessenger\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const devices: readonly (readonly [string, RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android phone", /\bAndroid\b.*\bMobile\b/],
  ["Android tablet", /\bAndroid\b/],
  ["Windows PC", /\bWindows\b/],
  ["Chromebook", /\bCrOS\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux PC", /\bLinux\b/],
];

/** The device and browser that a User-Agent header names, such as `{ device: "iPhone", browser: "Safari 17" }`. */
export function describeBrowser(userAgent: string): { device: string; browser: string } {
  const device = devices.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "Unknown device";
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return { device, browser: `${name} ${version}` };
  }
  return { device, browser: "Unknown browser" };
}
