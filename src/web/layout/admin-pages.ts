/** Every page of the office, as the palette finds it. */

export type AdminPage = {
  readonly to: string;
  readonly label: string;
  readonly description: string;
};

function place(path: string, label: string, description: string): AdminPage {
  return { to: `/admin/dashboard${path}`, label, description };
}

export const adminPages: readonly AdminPage[] = [
  place("", "Dashboard", "Figures, and what waits for you"),
  place("/users", "Users", "Accounts, plans and wallets"),
  place("/shipments", "Shipments", "Packages, legs and labels"),
  place("/payments", "Payments", "Live from the payment provider"),
  place("/settings", "Settings", "Registration, maintenance, provider"),
  place("/waiting", "Waiting", "Packages, legs and mails that stand still"),
  place("/plan-payments", "Plan payments", "Revenue by month"),
  place("/reconciliation", "Reconciliation", "Ledger and provider compared"),
  place("/webhooks", "Webhooks", "What the payment provider told us"),
  place("/payouts", "Payouts", "Money that customers want back"),
  place("/lanes", "Lanes", "Suspended carriers and countries"),
  place("/limits", "Limits", "Who tried something too often"),
  place("/audit", "Audit log", "What staff did, and what was refused"),
  place("/errors", "Errors", "What went wrong"),
  place("/account", "Your account", "Password, two-factor, sessions"),
];
