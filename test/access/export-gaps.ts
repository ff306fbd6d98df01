const everybodys = "The same for everybody: what is offered, and what it costs.";
const computed = "Computed from what the export has, at the moment of asking.";
const once = "Shown once, to be kept elsewhere: it signs in, so that no file has it.";
const answer = "What became of the step that was taken, not what is stored.";

/**
 * What operations show to customers and the export of an account leaves out, with the reason: an operation, a field of it
 * with all in it, or a field (`*`) wherever it stands.
 */
export const exportGaps: Readonly<Record<string, string>> = {
  // Not about the account.
  "carriers.listCarriers": everybodys,
  "goods.suggestWords": everybodys,
  "exchangeRates.readExchangeRates": everybodys,
  "extraServices.listExtraServices": everybodys,
  "lanes.listSuspendedLanes": everybodys,
  "lanes.readTimes": everybodys,
  "quotes.listServices": everybodys,
  "quotes.estimateFreight": everybodys,
  "settings.readPublicSettings": everybodys,
  "tracking.readProviderDelay": everybodys,
  "notifications.listPushDevices publicKey": everybodys,
  "changeStream.subscribeToChanges": "Says that something changed, and nothing of it.",

  // The export itself and parts of it.
  "users.exportAccount": "The export itself.",
  "wallet.exportTransactions": "The transactions as a file.",

  // Computed when it is asked for.
  "shipRequests.estimateShipping": computed,
  "shipRequests.estimateParcels": computed,
  "shipRequests.readParcelsDeclaration":
    "What is in own parcels and whether its value was confirmed, which the export has with each; the rest is computed.",
  "shipRequests.readDeclaration":
    "The same of a ship request, with its category and signature: the export has both.",
  "packages.listRecentRecipients": "Recipients of own packages: the export has them with each.",
  "shipRequests.readShelvedBox":
    "The box of the package's last ship request, with its order to unpack it: the export has both.",
  "users.readAccountClosing": computed,
  "wallet.readStatement": computed,
  "wallet.listTransactions items.shipment.sumCents": "The sum of transactions that the export has.",
  "plans.previewSubscriptionChange": computed,
  "notifications.countUnread": computed,
  "goods.saveItems warnings": computed,
  "inboundParcels.readPasted": "What a text that was pasted says; nothing of it is stored.",
  "* total": "How many a list has.",
  "* counts": "How many a list has.",
  "* olderThan": "Where the next page of a list begins.",
  "goodsRules.listForDestination": everybodys,
  "* goodsLimits": "Under what conditions a service takes goods: the rules of what is offered.",
  "* stopped": "Whose rules stop a box: the rules of what is offered, and what is in it.",
  "* reasons": "Why a service is closed: the rules of what is offered, with their figures.",
  "* addressFaults": "Why a service does not take an address: the rules of what is offered.",
  "auth.readSession expiresAt": "Of the browser that asks.",
  "auth.refreshSession expiresAt": "Of the browser that asks.",
  "auth.readSession person.walletBalanceCents": "The balance of the wallet, under another name.",
  "auth.refreshSession person.walletBalanceCents": "The balance of the wallet, under another name.",
  "auth.readSession person.hasTwoFactor": "Two-factor authentication, under another name.",
  "auth.refreshSession person.hasTwoFactor": "Two-factor authentication, under another name.",
  "auth.readSession person.isWarehouseEntered": everybodys,
  "auth.refreshSession person.isWarehouseEntered": everybodys,

  // Answers of steps.
  "auth.confirmPassword": answer,
  "auth.endOtherSessions": answer,
  "auth.startTwoFactor": once,
  "auth.confirmTwoFactor": once,
  "auth.renewBackupCodes": once,
  "wallet.verifyDeposit": answer,
  "functions.verifyWalletDeposit": answer,
  "cases.addCaseMessage": answer,
  "cases.readMoneyTerms": computed,
  "goods.addProof proofAskedFor": computed,
  "inboundParcels.readInboundParcel proofAskedFor": computed,
  "inboundParcels.readInboundParcel services": computed,
  "inboundParcels.readInboundParcel warnings": computed,
  "packages.createPackage legsSetUp": answer,
  "packages.createPackage inOtherPackages": answer,
  "packages.cancelPackage isQuotaReturned": answer,
  "packages.listPackages items.contents":
    "The descriptions of its parcels, or its own: the export has both.",
  "packages.mergePackages isQuotaReturned": answer,
  "notifications.subscribePush deviceId": answer,
  "tracking.refreshTracking isQueued": answer,
};
