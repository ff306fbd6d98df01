const labels: Readonly<Record<string, string>> = {
  failedSignInsPerAccount: "Failed logins of an account",
  failedCodesPerAccount: "Wrong codes of an account",
  signInsPerAddress: "Logins from an address",
  signInsPerAccount: "Logins of an account",
  passwordChecksPerAddress: "Password confirmations from an address",
  passwordChecksPerAccount: "Password confirmations of an account",
  passwordResetsPerAddress: "Password resets from an address",
  passwordResetsPerAccount: "Password resets of an account",
  signUpsPerAddress: "Registrations from an address",
  emailsPerMinute: "Emails to an address, per minute",
  emailsPerHour: "Emails to an address, per hour",
  checkoutsPerAccount: "Checkouts of an account",
  uploadsPerAccount: "Uploads of an account",
  refusedEntriesPerAccount: "Rejected attempts of an account, in the audit log",
  reconciliationsPerAccount: "Reconciliations of an account",
  errorReportsPerAccount: "Error reports of an account",
};

/** The label of a limit, or its own name when it is unknown. */
export function limitLabel(limit: string): string {
  return labels[limit] ?? limit;
}
