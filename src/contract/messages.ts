// The specification's messages, as data for screens and server.

/** `description` is absent where the specification gives a title alone. */
export type ToastText = { readonly title: string; readonly description?: string };

/** Sections 5 and 8 of the specification, to the letter. */
export const toasts = {
  loginSuccessful: {
    title: "Login successful",
    description: "You have been logged in successfully.",
  },
  loginFailed: { title: "Login failed", description: "An error occurred during login" },
  unableToRetrieveUserData: { title: "Unable to retrieve user data" },
  loggedOut: { title: "Logged out", description: "You have been successfully logged out." },
  logoutFailed: { title: "Logout failed", description: "There was a problem logging out." },
  shellLoggedOut: { title: "Logged out successfully" },
  shellLogoutFailed: {
    title: "Logout failed",
    description: "Could not log out. Please try again.",
  },
  accountCreated: {
    title: "Account created",
    description: "Please check your email to verify your account.",
  },
  registrationFailed: { title: "Registration failed" },

  invalidCode: {
    title: "Invalid code",
    description: "Please enter a 6-digit verification code.",
  },
  settingsSaved: {
    title: "Settings saved",
    description: "API configuration has been updated successfully.",
  },
  settingUpdated: { title: "Setting updated" },
  displayCurrencyUpdated: { title: "Display currency updated" },
  notificationSettingsUpdated: { title: "Notification settings updated" },

  packagesNotLoaded: { title: "Failed to load packages. Please refresh the page." },
  packagesUnexpectedlyNotLoaded: {
    title: "An unexpected error occurred while loading packages.",
  },
  packagesNotLoadedForStaff: { title: "Failed to load packages. Please try again." },
  userProfilesNotLoaded: { title: "Failed to load user profiles. Please try again." },
  legsNotLoaded: { title: "Failed to load shipping legs." },
  legNotAdded: { title: "Failed to add shipping leg." },
  legAdded: { title: "Shipping leg added successfully." },
  tooManyLegs: { title: "Maximum of 3 shipping legs allowed." },
  legStatusNotUpdated: { title: "Failed to update leg status." },
  legStatusUpdated: { title: "Leg status updated successfully." },
  legNotUpdated: { title: "Failed to update shipping leg." },
  legUpdated: { title: "Shipping leg updated successfully." },
  packageNotSaved: { title: "Failed to save package. Please try again." },
  packageAdded: { title: "Package added successfully" },
  legsNotSetUp: {
    title:
      "Package created but shipping legs could not be set up automatically. An admin will configure them.",
  },
  packageStatusNotUpdated: { title: "Failed to update package status." },
  packageNotDeleted: { title: "Failed to delete package." },
  missingPackageInformation: {
    title: "Missing information",
    description: "Please fill in all required fields.",
  },
  invalidWeight: {
    title: "Invalid weight",
    description: "Please enter a valid weight greater than 0, or leave it empty.",
  },
  copyFailed: {
    title: "Copy failed",
    description: "Could not copy to clipboard. Please copy manually.",
  },
  imagesNotLoaded: { title: "Failed to load package images." },
  imageNotDownloaded: { title: "Failed to download image." },
  imageNotDeleted: { title: "Failed to delete image." },
  qrCodesNotLoaded: { title: "Failed to load QR codes." },
  qrCodeNotDownloaded: { title: "Failed to download QR code due to an unexpected error." },
  qrCodeNotGenerated: { title: "Failed to generate QR code. Please try again." },
  qrCodeNotDeleted: { title: "Failed to delete QR code." },
  trackingNumberRequired: { title: "Tracking number required" },
  carrierRequired: { title: "Carrier required" },
  noTrackingNumber: { title: "No tracking number" },

  transactionsNotLoaded: {
    title: "Failed to load transactions",
    description: "Could not retrieve your transaction history. Please try again later.",
  },
  invalidDepositAmount: {
    title: "Invalid amount",
    description: "Please enter a valid amount to deposit.",
  },
  depositFailed: {
    title: "Deposit failed",
    description: "Could not create deposit session. Please try again.",
  },
  verificationFailed: {
    title: "Verification failed",
    description: "Could not verify your deposit. Please contact support.",
  },
  verificationError: {
    title: "Verification error",
    description: "An unexpected error occurred. Please contact support.",
  },
  depositCanceled: {
    title: "Deposit canceled",
    description: "Your wallet deposit was canceled.",
  },
  checkoutFailed: {
    title: "Checkout failed",
    description: "Could not open checkout page. Please try again.",
  },
  subscriptionCanceled: { title: "Subscription canceled" },
  noPlanSelected: {
    title: "No plan selected",
    description: "Please select a subscription plan.",
  },

  profileNotLoaded: {
    title: "Error loading profile",
    description: "Could not load your profile information. Please try again.",
  },
  profileNotUpdated: {
    title: "Update failed",
    description: "Could not update your profile. Please try again.",
  },
  profileUpdated: { title: "Profile updated" },
  usersNotLoaded: { title: "Failed to load users" },
  userNotUpdated: { title: "Update Failed" },
  walletNotUpdated: {
    title: "Update Failed",
    description: "Could not update wallet balance. Please try again.",
  },
  missingAdjustmentInformation: {
    title: "Missing Information",
    description: "Please fill in all required fields.",
  },
  invalidAdjustmentAmount: {
    title: "Invalid Amount",
    description: "Please enter a valid positive amount.",
  },
  insufficientBalance: {
    title: "Insufficient Balance",
    description: "User doesn't have enough wallet balance for this deduction.",
  },

  paymentsNotLoaded: {
    title: "Failed to load payments",
    description:
      "Could not fetch payment data from the payment provider. Please check your configuration.",
  },
  paymentsRefreshed: { title: "Payments refreshed" },
  unexpected: {
    title: "An unexpected error occurred.",
    description: "An unexpected error occurred. Please try again.",
  },
} as const satisfies Record<string, ToastText>;

/** Sentences inside pages: sections 2, 4 and 8 of the specification, to the letter. */
export const sentences = {
  loginFailed: "Failed to log in. Please try again.",
  adminLoginFailed: "Failed to log in. Please check your credentials and try again.",
  invalidAdminCredentials: "Invalid admin credentials",
  resetSent: "Password reset email sent! Check your inbox.",
  resetNotSent: "Failed to send reset email. Please try again.",
  registrationError: "An error occurred during registration",
  registrationSuccessful: "Registration successful! Check your email to verify your account.",
  authenticationSuccessful: "Authentication successful! Redirecting you to the dashboard...",
  noAccessToken: "No access token found in URL",
  sessionNotEstablished: "Failed to establish session after setting token",
  authenticationError: "Authentication error",
  authenticationFailed: "Authentication failed",
  redirectingToLogin: "Redirecting to login page...",
  sessionsExpire: "Sessions expire after 30 days of inactivity.",
  noPackagesFound: "No packages found",
  noPackagesYet: "No packages yet",
  noPackagesMatch: "No packages found matching your search.",
  noImages: "No images uploaded for this package.",
  imageUnavailable: "Image Preview Unavailable",
  imageOpensElsewhere: "Click View to open in new tab",
  imagePermissions: "Check storage bucket permissions",
  noTransactions: "No transactions found",
  noUsers: "No users found in the database.",
  noUsersMatch: "No users found matching your search criteria.",
  adminPrivilegesNeeded: "You need admin privileges to access the payment management page.",
  adminAccessRequired: "Admin access required to view payment data",
  paymentsLoadError: "Error loading payments",
  paymentsConfigurationError: "Error loading payment data. Please check configuration.",
  noPayments: "No payment data available. Ensure the payment provider is properly configured.",
  noPaymentsMatch: "No payments found matching your search criteria.",
  loadingPayments: "Loading payment data...",
  pageNotFound: "Oops! Page not found",
  applicationError: "Unexpected Application Error!",
} as const satisfies Record<string, string>;

/** Sentences at the fields of forms, where the specification gives none. */
export const fieldMessages = {
  emailMissing: "Please enter your email address.",
  passwordMissing: "Please enter your password.",
  passwordNotChosen: "Please choose a password.",
  fullNameMissing: "Please enter your full name.",
  backupCodeMissing: "Please enter one of your backup codes.",
  trackingNumberMissing: "Enter a tracking number.",
  originMissing: "Choose an origin.",
  destinationMissing: "Choose a destination.",
  carrierMissing: "Choose a carrier.",
  serviceMissing: "Choose a service.",
  statusMissing: "Choose a status first.",
  countryMissing: "Choose a country.",
  dayMissing: "Enter a day, such as 2025-04-27.",
  suspensionReasonMissing: "Enter a reason; customers read it.",
  auditReasonMissing: "Please enter a reason. It is recorded in the audit log.",
  quotaWithoutPlan: "Without a subscription there is no package quota.",
  bankDetailsMissing: "Please enter your bank details.",
} as const satisfies Record<string, string>;

/** `'$X has been added to your wallet.'`, for the deposit success dialog. */
export function addedToWallet(amount: string): string {
  return `${amount} has been added to your wallet.`;
}

/** `'{setting} has been enabled/disabled'`, the description under 'Setting updated'. */
export function settingTurned(setting: string, isEnabled: boolean): string {
  return `${setting} has been ${isEnabled ? "enabled" : "disabled"}`;
}
