import { expect, test } from "vitest";
import { languages } from "#platform/rules/language.ts";
import { depositFindingKinds, plainFindingKinds } from "#money/rules/payment.ts";
import { ledgerFaultCodes } from "#money/rules/ledger.ts";
import { describeFinding } from "./reconciliation.ts";

const depositId = "8c9f7b52-0d1e-4c55-9a53-0f3f5f0a1b2c";

test.each(languages)(
  "every finding and every fault of the ledger has a sentence in %s",
  (language) => {
    const shared = { subject: "pi_1", amountCents: 0 };
    const values = Object.fromEntries(
      ["walletId", "transferId", "transactionId", "holdId", "currency", "count", "total"].map(
        (name) => [name, "1"],
      ),
    );
    const sentences = [
      ...plainFindingKinds.map((kind) => describeFinding({ ...shared, kind }, language).sentence),
      ...depositFindingKinds.map(
        (kind) => describeFinding({ ...shared, kind, depositId }, language).sentence,
      ),
      ...ledgerFaultCodes.map(
        (code) =>
          describeFinding({ ...shared, kind: "ledger", fault: { code, values } }, language)
            .sentence,
      ),
    ];
    expect(sentences.filter((sentence) => sentence.startsWith("records."))).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  },
);
