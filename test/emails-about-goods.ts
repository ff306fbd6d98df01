// One email of each kind about parcels, packages and ship requests.
import type { EmailedParcel } from "#goods/server/emails/parcel-emails.ts";
import type { Email } from "#platform/server/emails/email.ts";

/** With its subject, and words in its text. */
export type EmailExample = readonly [email: Email, subject: string, words: readonly string[]];

const parcelsUrl = "https://sampan.example/dashboard/parcels";
const costs = { dayCents: 20, capCents: 2_000 };

export const emailedParcel: EmailedParcel = {
  number: "SF1234567890",
  contents: "2025",
  isUndeclared: false,
  weightGrams: 1250,
  sidesMm: [400, 300, 250],
  condition: "perfect",
  photoKey: null,
  url: "https://sampan.example/dashboard/parcels/1",
};

export const emailsAboutGoods: readonly EmailExample[] = [
  [
    {
      name: "package-moved",
      status: "in_transit",
      packageName: "P-1024 (Tea set)",
      trackingNumber: "SF1234567890",
      origin: "China",
      destination: "United States",
      leg: { legNumber: 2, legCount: 3, origin: "Hong Kong", destination: "Singapore" },
      arrival: {
        kind: "window",
        earliestAt: "2026-03-27T23:30:00Z",
        latestAt: "2026-03-31T23:30:00Z",
      },
      handOver: null,
      packagesUrl: "https://sampan.example/dashboard/packages?package=1",
    },
    "Your package P-1024 (Tea set) is on its way: leg 2 of 3",
    [
      "Destination: United States",
      "Leg 2 of 3: Hong Kong → Singapore",
      "Expected arrival: between March 27, 2026 and March 31, 2026",
      "https://sampan.example/dashboard/packages?package=1",
      "turn these emails off",
    ],
  ],
  [
    {
      name: "package-moved",
      status: "in_transit",
      packageName: "P-1024 (Tea set)",
      trackingNumber: "SF1234567890",
      origin: "Hong Kong",
      destination: "Malaysia",
      leg: { legNumber: 1, legCount: 1, origin: "Hong Kong", destination: "Malaysia" },
      arrival: { kind: "depends_on_service" },
      handOver: { chargedCents: 4877, carrierNumber: "SF1234567890" },
      packagesUrl: "https://sampan.example/dashboard/packages?package=1",
    },
    "Your package P-1024 (Tea set) was handed to the carrier",
    ["Carrier's number: SF1234567890", "Charged: $48.77", "track it from now on"],
  ],
  [
    {
      name: "package-reported",
      report: "out_for_delivery",
      packageName: "P-1024 (Tea set)",
      trackingNumber: "SF1234567890",
      origin: "China",
      destination: "United States",
      packagesUrl: "https://sampan.example/dashboard/packages?package=1",
    },
    "Your package P-1024 (Tea set) is out for delivery",
    ["Destination: United States", "on the way to the recipient", "turn these emails off"],
  ],
  [
    {
      name: "parcels-received",
      parcels: [emailedParcel, { ...emailedParcel, isUndeclared: true, sidesMm: null }],
      moreCount: 3,
      completePackages: ["SF1234567890"],
      parcelsUrl: "https://sampan.example/dashboard/parcels?group=here",
    },
    "5 parcels have arrived",
    [
      "SF1234567890\n1.25 kg · 40 × 30 × 25 cm · Intact\n2025\nhttps://sampan.example/dashboard/parcels/1",
      "All parcels of package SF1234567890 are here.",
      "Not declared; your code was on it",
      "3 more parcels",
      "at most one such email an hour",
    ],
  ],
  [
    {
      name: "news-digest",
      parcels: [emailedParcel],
      news: [
        {
          kind: "package_moved",
          payload: { number: "SF1234567890", variant: "customs" },
          url: "https://sampan.example/dashboard/packages?package=1",
        },
      ],
      moreCount: 2,
      dashboardUrl: "https://sampan.example/dashboard",
    },
    "4 updates about your parcels and packages",
    [
      "Your parcel SF1234567890 has arrived\n1.25 kg · 40 × 30 × 25 cm · Intact",
      "Your package SF1234567890 is in customs\nhttps://sampan.example/dashboard/packages?package=1",
      "There are 2 more updates",
      "at most one such email a day",
    ],
  ],
  [
    {
      name: "ship-request",
      news: "topped_up",
      packageName: "P-1024 (Tea set)",
      trackingNumber: "SF1234567890",
      destination: "Malaysia",
      amountCents: 4877,
      depositCents: 5000,
      doneServices: [
        { en: "Stretch film", "zh-Hant-HK": "纏繞膜", "zh-Hans": "缠绕膜" },
        { en: "Bubble wrap", "zh-Hant-HK": "氣泡紙", "zh-Hans": "气泡膜" },
      ],
      dutyPrepaidIn: null,
      reason: "",
      leadsTo: "ship_request",
      url: parcelsUrl,
    },
    "Your deposit has arrived, and package P-1024 (Tea set) goes on",
    ["Deposit: $50.00", "Extra services done: Stretch film and Bubble wrap", "$48.77", parcelsUrl],
  ],
  [
    {
      name: "ship-request",
      news: "waiting_price",
      packageName: "P-1024 (Tea set)",
      trackingNumber: "SF1234567890",
      destination: "Malaysia",
      amountCents: 4877,
      depositCents: null,
      doneServices: [],
      dutyPrepaidIn: null,
      reason: "",
      leadsTo: "ship_request",
      url: parcelsUrl,
    },
    "Your package P-1024 (Tea set) is packed: choose how it is sent",
    ["its price is exact and does not change", "Malaysia", "$48.77", parcelsUrl],
  ],
  [
    {
      name: "ship-request",
      news: "reminder_missing",
      packageName: "P-1024 (Tea set)",
      trackingNumber: "SF1234567890",
      destination: "",
      amountCents: null,
      depositCents: null,
      doneServices: [],
      dutyPrepaidIn: null,
      reason: "",
      leadsTo: "ship_request",
      url: parcelsUrl,
    },
    "Reminder: we could not find a parcel of package P-1024 (Tea set)",
    ["After 7 days the ship request ends, everything stays in storage", parcelsUrl],
  ],
  [
    {
      name: "ship-request",
      news: "extra_cancelled",
      packageName: "SF1234567890",
      trackingNumber: "SF1234567890",
      destination: "",
      amountCents: null,
      depositCents: null,
      doneServices: [],
      dutyPrepaidIn: null,
      reason: "",
      leadsTo: "parcel",
      url: parcelsUrl,
    },
    "An extra service for SF1234567890 was cancelled",
    ["Nothing is charged for it", "View the parcel", parcelsUrl],
  ],
  [
    { name: "claim-decided", trackingNumber: "SF1234567890", isGranted: true, url: parcelsUrl },
    "The parcel SF1234567890 is yours",
    ["now in your account", parcelsUrl],
  ],
  [
    { name: "claim-decided", trackingNumber: "SF1234567890", isGranted: false, url: parcelsUrl },
    "Your claim for SF1234567890",
    ["We could not confirm that a parcel with this number is yours.", parcelsUrl],
  ],
  [
    {
      name: "parcel-removed",
      number: "SF1234567890",
      why: "other_owner",
      packageName: "P-1024 (Tea set)",
      wasRequested: true,
      url: parcelsUrl,
    },
    "Parcel SF1234567890 was recorded for you by mistake and is no longer in your account",
    [
      "belongs to somebody else",
      "You pay nothing for it",
      "Taken out of P-1024 (Tea set) and its ship request",
      parcelsUrl,
    ],
  ],
  [
    { name: "parcel-removed", number: "SF1234567890", why: "awaited_again", url: parcelsUrl },
    "Parcel SF1234567890 was recorded as received by mistake and is awaited again",
    ["tell you as soon as it is here", parcelsUrl],
  ],
  [
    {
      name: "parcel-proof",
      number: "SF1234567890",
      state: "not_enough",
      reason: "没有说明书",
      url: parcelsUrl,
    },
    "We need another proof of what is in parcel SF1234567890",
    ["add another file", "没有说明书", parcelsUrl],
  ],
  [
    {
      name: "parcel-removal",
      number: "SF1234567890",
      what: "disposal_asked",
      reason: "无人回复",
      until: "2031-04-12",
      url: parcelsUrl,
    },
    "Parcel SF1234567890 has been stored too long and will be disposed of. You can object until April 12, 2031",
    ["Unless you object, we dispose of it", "无人回复", "by April 12, 2031", parcelsUrl],
  ],
  [
    {
      name: "parcel-removal",
      number: "SF1234567890",
      what: "returned",
      reason: "无人回复",
      until: null,
      url: parcelsUrl,
    },
    "Parcel SF1234567890 was returned to its sender",
    ["no longer in our warehouse", "You pay nothing for it", "无人回复", parcelsUrl],
  ],
  [
    {
      name: "case-answered",
      caseNumber: "C00012",
      subjectName: "P-1024",
      text: "✓\n\n1024?",
      url: parcelsUrl,
    },
    "Our answer about P-1024 (C00012)",
    ["✓", "1024?", parcelsUrl],
  ],
  [
    { name: "case-reminder", caseNumber: "C00012", subjectName: "P-1024", url: parcelsUrl },
    "We are waiting for your answer about P-1024 (C00012)",
    ["close", parcelsUrl],
  ],
  [
    {
      name: "case-decided",
      caseNumber: "C00012",
      subjectName: "P-1024",
      amountCents: 1_840,
      outcome: "12345.",
      url: parcelsUrl,
    },
    "Our answer about P-1024 (C00012)",
    ["$18.40", "12345.", parcelsUrl],
  ],
  [
    {
      name: "case-customs",
      caseNumber: "C00012",
      subjectName: "P-1024",
      text: "",
      url: parcelsUrl,
    },
    "Our answer about P-1024 (C00012)",
    ["Customs", "invoice", parcelsUrl],
  ],
  [
    { name: "case-finished", caseNumber: "C00012", subjectName: "", outcome: "✓", url: parcelsUrl },
    "Our answer to you (C00012)",
    ["✓", parcelsUrl],
  ],
  [
    {
      name: "parcel-attention",
      parcel: { ...emailedParcel, condition: "wet" },
      hasDamage: true,
      battery: "loose",
      goodsFlags: ["liquid"],
    },
    "Your parcel SF1234567890 arrived wet",
    [
      "1.25 kg · 40 × 30 × 25 cm · Wet",
      "Battery and goods: Loose battery · Liquid",
      "may not take",
    ],
  ],
  [
    {
      name: "parcel-attention",
      parcel: emailedParcel,
      hasDamage: false,
      battery: "unknown",
      goodsFlags: ["aerosol"],
      closedServices: [{ en: "Air mail", "zh-Hant-HK": "空郵", "zh-Hans": "航空" }],
      isRefused: true,
    },
    "Parcel SF1234567890 cannot be sent: please choose what becomes of it",
    ["No shipping service takes what is in it", "Something is wrong", "Air mail"],
  ],
  [
    {
      name: "storage-reminder",
      parcels: [
        { ...emailedParcel, ...costs, freeUntil: "2026-07-10", daysLeft: -6, accruedCents: 120 },
        { ...emailedParcel, ...costs, freeUntil: "2026-07-17", daysLeft: 1, accruedCents: 0 },
      ],
      moreCount: 0,
      parcelsUrl: "https://sampan.example/dashboard/parcels",
    },
    "Storage of 2 parcels: some cost money now",
    [
      "$1.20 so far, $0.20 more each day, never above $20.00",
      "Free until tomorrow, July 17, 2026. After that $0.20 a day",
      "Nothing is charged now.",
    ],
  ],
];
