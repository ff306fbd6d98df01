import type { PlanName } from "#platform/rules/plan-name.ts";

export type DemoCustomer = {
  readonly fullName: string;
  readonly email: string;
  readonly country: string;
  readonly destination: string;
  readonly city: string;
  readonly state: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  /** null: has not chosen yet. */
  readonly plan: PlanName | null;
  /** Day of the ninety. */
  readonly registersOnDay: number;
  /** Whose purchases go through the warehouse, with all that its screens show. */
  readonly hasJourney: boolean;
  /** Asks for money back so many days after registering. */
  readonly payout: DemoPayout | null;
};

type DemoPayout = {
  readonly afterDays: number;
  readonly dollars: number;
  readonly end: "paid" | "declined" | "open";
};

/** The password of every customer of the demo. */
export const demoPassword = "bright morning 88";

type Row = readonly [
  fullName: string,
  country: string,
  destination: string,
  city: string,
  address: string,
  postalCode: string,
  plan: PlanName | null,
  registersOnDay: number,
];

const rows: readonly Row[] = [
  ["Emma Thompson", "CA", "Canada", "Halifax", "1569 Barrington Street", "B3J 1Z7", "Super", 0],
  ["Lucas Meyer", "DE", "Germany", "Hamburg", "Fischmarkt 12", "22767", "Basic", 1],
  ["Aisha Rahman", "MY", "Malaysia", "Penang", "7 Lebuh Armenian", "10200", "Premium", 2],
  ["Oliver Grant", "GB", "United Kingdom", "Bristol", "31 Gloucester Road", "BS7 8AA", "Super", 4],
  ["Sofia Rossi", "IT", "Italy", "Bologna", "Via Zamboni 20", "40126", "Basic", 6],
  ["Daniel Tan", "SG", "Singapore", "Singapore", "52 Tiong Bahru Road", "168716", "Premium", 9],
  ["Chloe Martin", "US", "United States", "Portland", "418 Alder Street", "97204", "Super", 12],
  ["Noah Wilson", "US", "United States", "Austin", "2204 Guadalupe Street", "78705", "Basic", 15],
  ["Ingrid Larsen", "NO", "Norway", "Bergen", "Strandgaten 44", "5004", "Super", 19],
  ["Mateo García", "ES", "Spain", "Valencia", "Carrer de Colón 8", "46004", "Basic", 23],
  ["Hannah Kim", "US", "United States", "Seattle", "905 Pine Street", "98101", "Premium", 27],
  ["Tom Becker", "DE", "Germany", "Leipzig", "Karl-Heine-Straße 5", "04229", "Super", 33],
  ["Priya Nair", "GB", "United Kingdom", "Leeds", "14 Otley Road", "LS6 2AD", "Basic", 38],
  ["Jack O'Brien", "IE", "Ireland", "Galway", "9 Quay Street", "H91 R6P5", "Super", 44],
  ["Camille Dubois", "FR", "France", "Lyon", "3 rue Mercière", "69002", "Basic", 51],
  ["Wei Ling Ong", "MY", "Malaysia", "Ipoh", "21 Jalan Sultan", "30000", "Super", 58],
  ["Grace Murphy", "CA", "Canada", "Victoria", "640 Yates Street", "V8W 1L9", "Premium", 66],
  ["Elena Petrova", "BG", "Bulgaria", "Plovdiv", "Ivan Vazov 17", "4000", "Basic", 73],
  ["Ben Carter", "US", "United States", "Denver", "1750 Wazee Street", "80202", "Super", 81],
  ["Mia Svensson", "SE", "Sweden", "Gothenburg", "Haga Nygata 6", "413 01", null, 70],
  ["Ahmed Said", "GB", "United Kingdom", "Cardiff", "88 City Road", "CF24 3BL", null, 87],
];

const states: ReadonlyMap<string, string> = new Map([
  ["Portland", "OR"],
  ["Austin", "TX"],
  ["Seattle", "WA"],
  ["Denver", "CO"],
  ["Halifax", "NS"],
  ["Victoria", "BC"],
]);

const payouts: ReadonlyMap<string, DemoPayout> = new Map([
  ["Lucas Meyer", { afterDays: 3, dollars: 25, end: "paid" }],
  ["Daniel Tan", { afterDays: 50, dollars: 18.5, end: "declined" }],
  ["Grace Murphy", { afterDays: 22, dollars: 30, end: "open" }],
]);

export const demoUsers: readonly DemoCustomer[] = rows.map((row, index) => {
  const [fullName, country, destination, city, address, postalCode, plan, registersOnDay] = row;
  const [first = "", last = ""] = fullName
    .normalize("NFD")
    .replace(/[^A-Za-z ]/g, "")
    .toLowerCase()
    .split(" ");
  const email = `${first}.${last}@example.com`;
  const phone = `+1 555 01${String(index).padStart(2, "0")}`;
  const state = states.get(city) ?? "";
  const place = { country, destination, city, state, address, postalCode };
  const payout = payouts.get(fullName) ?? null;
  const hasJourney = index === 0;
  return { fullName, email, phone, plan, registersOnDay, hasJourney, payout, ...place };
});

/** What a package holds, and about what it weighs in grams. */
export const demoGoods: readonly (readonly [description: string, weightGrams: number])[] = [
  ["Ceramic teapot with four cups", 1450],
  ["Men's linen shirt, two pieces", 520],
  ["Mechanical keyboard, 75 %, without battery", 1180],
  ["Wooden building blocks for children", 1650],
  ["Ukulele with a padded bag", 1320],
  ["Knitted cardigan, wool", 640],
  ["LED desk lamp, USB powered", 890],
  ["Hiking backpack, 30 litres", 980],
  ["Fountain pen and two notebooks", 480],
  ["Stainless steel pan, 26 cm", 1730],
  ["Running shoes, size 42", 910],
  ["Phone cases, five pieces", 260],
  ["Bamboo cutting board", 1540],
  ["Watercolour set with brushes", 730],
  ["Bicycle saddle and bar tape", 760],
  ["Silk scarf in a gift box", 210],
];
