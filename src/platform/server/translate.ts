import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { languages, type Language } from "#platform/rules/language.ts";
import workItems from "#messages/en/admin-work-items.json" with { type: "json" };
import address from "#messages/en/address.json" with { type: "json" };
import auth from "#messages/en/auth.json" with { type: "json" };
import common from "#messages/en/common.json" with { type: "json" };
import emails from "#messages/en/emails.json" with { type: "json" };
import labels from "#messages/en/labels.json" with { type: "json" };
import fees from "#messages/en/fees.json" with { type: "json" };
import laneTimes from "#messages/en/lane-times.json" with { type: "json" };
import measurements from "#messages/en/parcel-measurements.json" with { type: "json" };
import notifications from "#messages/en/notifications.json" with { type: "json" };
import operator from "#messages/en/operator.json" with { type: "json" };
import errors from "#messages/en/errors.json" with { type: "json" };
import records from "#messages/en/records.json" with { type: "json" };
import exports from "#messages/en/exports.json" with { type: "json" };
import roles from "#messages/en/roles.json" with { type: "json" };
import storagePrices from "#messages/en/storage-prices.json" with { type: "json" };
import suggested from "#messages/en/suggested.json" with { type: "json" };

/** The areas of sentences that the server writes; screens have more. */
const areas = {
  "admin-work-items": workItems,
  address,
  auth,
  common,
  emails,
  errors,
  exports,
  fees,
  labels,
  "lane-times": laneTimes,
  notifications,
  operator,
  "parcel-measurements": measurements,
  records,
  roles,
  "storage-prices": storagePrices,
  suggested,
};

type Areas = typeof areas;
type IdsOf<Area> = Area extends keyof Areas ? keyof Areas[Area] : never;

/** Names a sentence of these areas. */
export type MessageId = IdsOf<keyof Areas>;

/** The placeholders of a sentence. */
export type MessageValues = Readonly<Record<string, string | number>>;

function readMessages(language: Language): Record<string, string> {
  const files = Object.keys(areas).map((area) =>
    join(import.meta.dirname, "../../messages", language, `${area}.json`),
  );
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, "utf8"))));
}

const translators = Object.fromEntries(
  languages.map((language) => {
    const i18n = setupI18n({ locale: language, messages: { [language]: readMessages(language) } });
    return [language, i18n.setMessagesCompiler(compileMessage)];
  }),
) as Record<Language, ReturnType<typeof setupI18n>>;

/** The sentence `id` in `language`. */
export function translate(language: Language, id: MessageId, values: MessageValues = {}): string {
  return translators[language]._(id, values);
}

/** The sentence `id` for the language of a reader that is not known yet. */
export function sentence(id: MessageId, values?: MessageValues): (language: Language) => string {
  return (language) => translate(language, id, values);
}
