// What may be seen without a warehouse, by name: whatever is new has to be decided here.
import { beforeAll, describe, expect, test } from "vitest";
import { operations, type Operation } from "#app/contract/operations.ts";
import { notificationKinds, warehouseKinds } from "#notices/rules/notification.ts";
import { stagesFor, warehouseWorkKinds, workKinds } from "#office/rules/work-item.ts";
import { expectApiError } from "#test/api-errors.ts";
import { packageInput } from "#test/packages.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

/** The operations that stay, by area. */
const stayingOperations: Readonly<Record<string, string>> = {
  auth: "acceptInvitation acceptInvitedRole completeCallback completeTwoFactor confirmPassword confirmTwoFactor disableTwoFactor endOtherSessions endSession listSessions readInvitation readSession readTwoFactor refreshSession renewBackupCodes requestPasswordReset resendVerification resetPassword signIn signInAsAdmin signOut signUp startTwoFactor",
  users:
    "chooseLanguage closeAccount endStaffRole exportAccount exportUsers grantStaffRole inviteStaff listStaffInvitations listUserThings listUsers openCustomerArea readAccountClosing readNotificationSettings readProfile readUser resendStaffInvitation restoreUser suspendUser updateDisplayCurrency updateNotificationSettings updateProfile updateUser withdrawStaffInvitation",
  plans:
    "adjustQuota cancelSubscription changeSubscription endSubscription giveComplimentaryPlan listEndedPlanPayments previewSubscriptionChange readSubscription refundPlanPayment resumeSubscription settleSubscription startSubscription",
  wallet:
    "adjustWallet cancelDeposit exportHolds exportPayoutRequests exportTransactions holdShippingFee listPayoutRequests listRefundShortfalls listTransactions listUserTransactions readPayout readStatement readUserWallet readWallet releaseHold requestPayout resumeDeposit settleHold settlePayoutRequest startDeposit startPayout verifyDeposit withdrawPayout",
  packages:
    "addImage addLeg cancelPackage confirmPackage createPackage deleteImage deleteOwnImage deletePackage deleteQrCode exportDelivered generateQrCode listPackages listQrCodes listShipments readPackage readQrCode readShipment setFinalWeight setLegStatus setPackageStatus trackPackage updateLeg updatePackage updateRecipient",
  packageShares: "endShare readOwnShare readShared shareOwnPackage",
  notifications:
    "countUnread listNotifications listPreferences listPushDevices markRead sendTestPush setPreference setPushDetails subscribePush unsubscribe unsubscribePush",
  tracking:
    "addEvent answerQuestion listFailedMessages listQuestions listTrackers readProviderDelay readTracking refreshTracking retryCarrierMessage retryTracker setCarrier stopTracker",
  warehouses: "createWarehouse listWarehouses updateWarehouse",
  lanes: "listLanes listSuspendedLanes readTimes reopenLane suspendLane",
  quotes: "estimateFreight",
  rates: "exportRates importRates",
  goodsRules: "addGoodsRule endGoodsRule exportGoodsRules importGoodsRules listGoodsRules",
  shippingServices: "addServiceVersion listServiceVersions listShippingServices readServiceVersion",
  carriers: "createCarrier listCarriers updateCarrier",
  functions: "createWalletDeposit getStripePayments verifyWalletDeposit",
  payments:
    "exportPayments listProviderEvents listReconciliations retryProviderEvent startReconciliation",
  settings:
    "changeSetting readPublicSettings readSettings removePaymentAccess removeTrackingKey savePaymentAccess saveTrackingKey",
  errorReports: "listErrors readError reportError resolveError",
  exchangeRates: "readExchangeRates",
  limits: "liftLimit listLimits",
  suggestions: "acceptSuggestions listSuggestions",
  changeStream: "subscribeToChanges",
  admin:
    "findAnything giveBackWorkItem listPlanPayments listWorkAssignments listWorkItems readDashboard readSetUp takeWorkItem tickSetUpStep",
  audit: "exportEntries listEntries",
  cases:
    "addCaseFile addCaseMessage addCaseNote answerCase askCase chooseInCase closeOwnCase confirmGrant finishCase grantCase " +
    "listOpenCases listOwnCases listSnippets openCase openCustomsCase readCase readCaseMoney readChoosable readMoneyTerms readOwnCase readSnippets saveSnippet",
};

/** The areas that come with it as a whole, and single operations of others. */
const areasOfWarehouse =
  "inboundParcels goods parcelClaims parcelRemovals receiving stocktakes storageLocations storageRates shipRequests packing extraServices " +
  "labels numberRanges manifests freightFigures boxes";
const operationsOfWarehouse = [
  "goodsRules.listForDestination",
  "packages.exportShipments",
  "packages.listRecentRecipients",
  "packages.mergePackages",
  "packages.splitPackage",
  "quotes.compareServices",
  "quotes.listServices",
];

const stayingNotifications = [
  "package_moved",
  "package_ready_for_collection",
  "package_late",
  "case_answered",
  "case_finished",
  "case_decided",
  "case_customs",
  "case_reminder",
  "deposit_received",
  "wallet_charged",
  "low_balance",
  "plan_renewed",
  "plan_changed",
  "payment_failed",
  "deposit_refunded",
  "deposit_disputed",
  "payout_settled",
];

const stayingWork = [
  "unfound_numbers",
  "silent_numbers",
  "failed_carrier_messages",
  "payout_requests",
  "proposed_grants",
  "refund_shortfalls",
  "reconciliation_differences",
  "failed_events",
  "retrying_events",
  "failed_emails",
  "old_exchange_rates",
  "open_errors",
];

const needing = operations.filter(({ needsWarehouse }) => needsWarehouse);

describe("Without a warehouse there are", () => {
  test("these operations and no others", () => {
    const staying = operations.filter(({ needsWarehouse }) => !needsWarehouse);
    const named = Object.entries(stayingOperations).flatMap(([area, verbs]) =>
      verbs.split(" ").map((verb) => `${area}.${verb}`),
    );
    expect(staying.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });

  test("none of the areas of the warehouse, nor what it does to packages and quotes", () => {
    const areas = areasOfWarehouse.split(" ");
    const others = needing.filter(({ area }) => !areas.includes(area));
    expect(others.map(({ name }) => name).toSorted()).toEqual(operationsOfWarehouse);
    expect(new Set(needing.map(({ area }) => area))).toEqual(
      new Set([...areas, "goodsRules", "packages", "quotes"]),
    );
  });

  test("these kinds of notifications and of open work, and no others", () => {
    expect(notificationKinds.filter((kind) => !warehouseKinds.has(kind))).toEqual(
      stayingNotifications,
    );
    expect(workKinds.filter((kind) => !warehouseWorkKinds.has(kind))).toEqual(stayingWork);
    expect(stagesFor(() => true, false)).toEqual(["open_cases", "tracking_questions", "late"]);
  });
});

type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>
>;

/** The code with which an operation answers an input that it does not take. */
async function codeOf(client: TestClient, { area, verb }: Operation): Promise<string> {
  const call = (client.api as unknown as AnyApi)[area]?.[verb];
  if (call === undefined) throw new Error(`There is no ${area}.${verb}.`);
  return await call({ madeUp: true }).then(
    () => "ok",
    (error: { code: string }) => error.code,
  );
}

describe("What needs a warehouse", () => {
  let app: TestApp;
  let admin: TestPerson;
  let customer: TestPerson;
  let outsider: TestPerson;
  beforeAll(async () => {
    app = await testApp();
    [admin, customer] = [await anAdmin(app), await aCustomer(app, { plan: "Super" })];
    outsider = await aCustomer(app);
    return () => app.close();
  });
  const byStaff = needing.filter(({ isForStaff }) => isForStaff);
  const byOthers = needing.filter(({ isForStaff }) => !isForStaff);

  test("declares that it is refused without one", () => {
    const silent = needing.filter(({ errorCodes }) => !errorCodes.includes("no_warehouse"));
    expect(silent.map(({ name }) => name)).toEqual([]);
    const declaring = operations.filter(({ errorCodes }) => errorCodes.includes("no_warehouse"));
    // Only with further numbers, and for suggestions that need one.
    expect(
      declaring.filter(({ needsWarehouse }) => !needsWarehouse).map(({ name }) => name),
    ).toEqual(["packages.createPackage", "suggestions.acceptSuggestions"]);
  });

  test("G54: is refused after signing in and role, before the input", async () => {
    const wrong: unknown[] = [];
    const expectCode = async (client: TestClient, operation: Operation, code: string) => {
      const answered = await codeOf(client, operation);
      if (answered !== code) wrong.push([operation.name, code, answered]);
    };
    for (const operation of needing) {
      const { access, isForStaff } = operation;
      if (access !== "public") await expectCode(app.client(), operation, "signed_out");
      if (isForStaff) await expectCode(outsider.client, operation, "forbidden");
      await expectCode(isForStaff ? admin.client : customer.client, operation, "no_warehouse");
    }
    expect(wrong).toEqual([]);
  });

  test("is there for staff when one was entered, and for others when it opens", async () => {
    const further = packageInput({ furtherTrackingNumbers: ["YT8812345678901"] });
    await expectApiError(customer.api.packages.createPackage(further), "no_warehouse");
    expect((await customer.api.packages.createPackage(packageInput())).inOtherPackages).toEqual([]);
    const [ofStaff, ofOthers] = [byStaff[0], byOthers[0]];
    if (ofStaff === undefined || ofOthers === undefined) throw new Error("There are none.");
    const closed = warehouseFields({ isActive: false });
    const { id: warehouseId } = await admin.api.warehouses.createWarehouse(closed);
    expect(await codeOf(admin.client, ofStaff)).toBe("invalid_input");
    expect(await codeOf(customer.client, ofOthers)).toBe("no_warehouse");
    // Staff set it up with what is for everybody, too.
    await expect(admin.api.quotes.listServices({})).resolves.toBeDefined();
    await expectApiError(app.client().api.quotes.listServices({}), "no_warehouse");
    await expectApiError(customer.api.packages.createPackage(further), "no_warehouse");
    await admin.api.warehouses.updateWarehouse({ warehouseId, fields: warehouseFields() });
    expect(await codeOf(customer.client, ofOthers)).toBe("invalid_input");
    await admin.api.warehouses.updateWarehouse({ warehouseId, fields: closed });
    expect(await codeOf(customer.client, ofOthers)).toBe("invalid_input");
    expect((await customer.api.packages.createPackage(further)).package.parcelsCount).toBe(1);
  });
});
