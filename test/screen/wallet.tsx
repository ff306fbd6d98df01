// The wallet page and transactions for screen tests.
import type { Transaction } from "#money/contract/transactions.ts";
import WalletPage from "#money/web/wallet/wallet-page.tsx";
import type { FakeAnswers } from "./fake-client.ts";
import { showScreen } from "./show-screen.tsx";
import { mei, sessionOf } from "./users.ts";

/** Shows the wallet; `reports` are the sources of the errors that it reports. */
export async function showWallet(
  address: string,
  wallet: NonNullable<FakeAnswers["wallet"]> = {},
  others: FakeAnswers = {},
) {
  const reports: string[] = [];
  const shown = await showScreen({
    element: <WalletPage />,
    path: "/dashboard/wallet",
    address,
    others: { "/dashboard/parcels/ship": <p>The parcels to ship</p> },
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      errorReports: {
        reportError: async ({ source }) => {
          reports.push(source);
          return {};
        },
      },
      wallet: {
        readPayout: async () => ({ payout: null }),
        readWallet: async () => ({ balanceCents: 12_550 }),
        listTransactions: async () => ({ items: [], olderThan: null }),
        ...wallet,
      },
      ...others,
    },
  });
  return { ...shown, reports };
}

export function transaction(fields: Partial<Transaction>): Transaction {
  return {
    id: crypto.randomUUID(),
    type: "deposit",
    amountCents: 5000,
    status: "completed",
    createdAt: "2031-04-02T08:30:00.000Z",
    reason: null,
    legNumber: null,
    plan: null,
    ...fields,
  };
}
