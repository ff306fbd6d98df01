import { languages, type Language } from "#core/language.ts";
import { addressFields } from "#core/warehouse.ts";
import type { AppServices } from "#server/context.ts";
import { isSandboxInUse } from "#server/settings/payment-access.ts";
import { translate } from "#server/translate.ts";
import { insertWarehouse, listActiveWarehouses } from "./warehouse-queries.ts";

/** An address of which every line says that nothing can be sent there. */
function sampleAddress() {
  const linesIn = (language: Language) =>
    Object.fromEntries(
      addressFields.map((field) => [field, translate(language, "address.sampleLine")]),
    ) as Record<(typeof addressFields)[number], string>;
  return Object.fromEntries(languages.map((language) => [language, linesIn(language)])) as Record<
    Language,
    ReturnType<typeof linesIn>
  >;
}

/** In the sandbox, inserts the sample warehouse if it is not there, so that the address card can be tried out. */
export async function ensureSampleWarehouse({
  config,
  db,
  settings,
  now,
}: Pick<AppServices, "config" | "db" | "settings" | "now">): Promise<void> {
  if (!isSandboxInUse(config, await settings.current())) return;
  if ((await listActiveWarehouses(db, { isSample: true })).length > 0) return;
  const openingHours = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    day < 6 ? { opensAt: "09:30", closesAt: "18:30" } : null,
  );
  await insertWarehouse(
    db,
    {
      code: "SAMPLE",
      name: "Hong Kong",
      kind: "hub",
      country: "HK",
      address: sampleAddress(),
      receiverNamePattern: "{name} {code}",
      phone: "+852 0000 0000",
      postalCode: "000000",
      timeZone: "Asia/Hong_Kong",
      openingHours,
      closedDays: [],
      isActive: true,
    },
    { isSample: true, now: now() },
  );
}
