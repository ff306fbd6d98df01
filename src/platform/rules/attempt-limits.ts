/** At most `attempts` within the last `seconds`: all of them, or only those whose password was wrong or right. */
export type AttemptLimit = {
  readonly attempts: number;
  readonly seconds: number;
  readonly only?: "wrongPasswords" | "rightPasswords";
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** All limits; the name of each ends with what it counts separately, or for how long. */
export const attemptLimits = {
  // Of an account, each network and each known device on its own (`src/people/server/auth/sign-in.ts`).
  failedSignInsPerAccount: { attempts: 5, seconds: 15 * minute, only: "wrongPasswords" },
  signInsPerAccount: { attempts: 30, seconds: 15 * minute, only: "rightPasswords" },
  // Of an account, all devices together that it does not know.
  failedSignInsPerHour: { attempts: 200, seconds: hour, only: "wrongPasswords" },
  failedSignInsPerDay: { attempts: 1_000, seconds: day, only: "wrongPasswords" },
  // Of an account, each known device on its own and all others together.
  failedCodesPerAccount: { attempts: 10, seconds: hour },
  // Without those of devices that the account knows.
  signInsPerAddress: { attempts: 30, seconds: 5 * minute },
  failedPasswordChecksPerSession: { attempts: 5, seconds: 15 * minute, only: "wrongPasswords" },
  passwordChecksPerAddress: { attempts: 60, seconds: 15 * minute },
  passwordChecksPerAccount: { attempts: 30, seconds: 15 * minute },
  passwordResetsPerAddress: { attempts: 30, seconds: 15 * minute },
  passwordResetsPerAccount: { attempts: 5, seconds: 15 * minute },
  signUpsPerAddress: { attempts: 30, seconds: hour },
  emailsPerMinute: { attempts: 1, seconds: minute },
  emailsPerHour: { attempts: 5, seconds: hour },
  invitationsPerAccount: { attempts: 60, seconds: hour },
  invitationsPerEmail: { attempts: 5, seconds: day },
  invitationLinksPerAddress: { attempts: 120, seconds: hour },
  checkoutsPerAccount: { attempts: 20, seconds: hour },
  planPreviewsPerAccount: { attempts: 120, seconds: hour },
  uploadsPerAccount: { attempts: 200, seconds: hour },
  pastedTextsPerAccount: { attempts: 300, seconds: hour },
  goodsWordSearchesPerAccount: { attempts: 60, seconds: minute },
  parcelChangesPerAccount: { attempts: 600, seconds: hour },
  claimsPerAccount: { attempts: 10, seconds: day },
  casesPerAccount: { attempts: 3, seconds: hour },
  caseMessagesPerAccount: { attempts: 20, seconds: hour },
  registrationsPerAccount: { attempts: 50, seconds: day },
  receivingPerAccount: { attempts: 300, seconds: minute },
  parcelImagesPerAccount: { attempts: 2_000, seconds: hour },
  goodsRulesPerAddress: { attempts: 30, seconds: minute },
  comparisonsPerAddress: { attempts: 300, seconds: hour },
  // Files of lists with customers' emails.
  listDownloadsPerAccount: { attempts: 100, seconds: hour },
  reconciliationsPerAccount: { attempts: 10, seconds: hour },
  rejectedActionsPerAccount: { attempts: 120, seconds: hour },
  sharedPackagesPerAddress: { attempts: 300, seconds: hour },
  pushSubscriptionsPerAccount: { attempts: 60, seconds: hour },
  testPushesPerAccount: { attempts: 10, seconds: hour },
  errorReportsPerAccount: { attempts: 60, seconds: hour },
} as const satisfies Record<string, AttemptLimit>;

export type LimitName = keyof typeof attemptLimits;

export const limitNames = Object.keys(attemptLimits) as LimitName[];
