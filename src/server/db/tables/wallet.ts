// Row types of the tables about wallet.

export type WalletTables = Record<never, never>;
