import type { admin } from "#office/contract/admin.ts";
import type { audit } from "#office/contract/audit.ts";
import type { cases } from "#office/contract/cases.ts";
import type { freightFigures } from "#office/contract/freight-figures.ts";
import type { users } from "#office/contract/users.ts";
import type { settings } from "#platform/contract/settings.ts";
import { describedAgain, type Operations, type SignedInContext } from "#platform/server/context.ts";
import { noticesOperations } from "#notices/server/operations.ts";
import { peopleOperations } from "#people/server/operations.ts";
import { chooseLanguage, updateDisplayCurrency } from "#people/server/users/profile.ts";
import { readDashboard, listPlanPayments } from "./admin/dashboard.ts";
import { readSetUp, tickSetUpStep } from "./admin/set-up/set-up.ts";
import { findAnything } from "./admin/staff-search.ts";
import {
  giveBackWorkItem,
  listWorkAssignments,
  takeWorkItem,
} from "./admin/work-items/work-assignments.ts";
import { listWorkItems } from "./admin/work-items/work-items.ts";
import { listEntries, exportEntries } from "./audit/audit-entries.ts";
import { addCaseNote, answerCase, finishCase } from "./cases/answer-case.ts";
import { askCase, chooseInCase, readChoosable } from "./cases/ask-case.ts";
import { readMoneyTerms } from "./cases/case-money.ts";
import { openCustomsCase } from "./cases/customs-cases.ts";
import { confirmGrant, grantCase, readCaseMoney } from "./cases/grant-case.ts";
import { addCaseFile, openCase } from "./cases/open-case.ts";
import {
  describeOwnCase,
  listOpenCases,
  listOwnCases,
  readCase,
  readOwnCase,
} from "./cases/read-cases.ts";
import { listSnippets, readSnippets, saveSnippet } from "./cases/case-snippets.ts";
import { addCaseMessage, closeOwnCase } from "./cases/write-case.ts";
import {
  exportFreightFigures,
  readFreightFigures,
  listFreightCharges,
} from "./freight-figures/freight-figures.ts";
import { savePaymentAccess, removePaymentAccess } from "./settings/payment-access.ts";
import { readPublicSettings, readSettings, changeSetting } from "./settings/settings.ts";
import { saveTrackingKey, removeTrackingKey } from "./settings/tracking-key.ts";
import { readAccountClosing, closeAccount } from "./users/closing/close-account.ts";
import { exportAccount } from "./users/closing/export-account.ts";
import { grantStaffRole, endStaffRole } from "./users/staff-roles.ts";
import { suspendUser, restoreUser } from "./users/suspend-user.ts";
import { listUserThings } from "./users/user-things.ts";
import { updateUser } from "./users/update-user.ts";
import { exportUsers, listUsers, readUser } from "./users/users.ts";

const readOwnCaseAgain = (context: SignedInContext, caseId: string) =>
  readOwnCase(context, { caseId });
const readCaseAgain = (context: SignedInContext, caseId: string) => readCase(context, { caseId });

/** The function of each operation of the office. */
export const officeOperations: Operations<{
  readonly users: typeof users;
  readonly settings: typeof settings;
  readonly freightFigures: typeof freightFigures;
  readonly admin: typeof admin;
  readonly audit: typeof audit;
  readonly cases: typeof cases;
}> = {
  users: {
    ...peopleOperations.users,
    ...noticesOperations.users,
    listUsers,
    exportUsers,
    readUser,
    listUserThings,
    updateUser,
    suspendUser,
    restoreUser,
    grantStaffRole,
    endStaffRole,
    updateDisplayCurrency,
    chooseLanguage,
    exportAccount,
    readAccountClosing,
    closeAccount,
  },
  settings: {
    readPublicSettings,
    readSettings,
    changeSetting,
    savePaymentAccess,
    removePaymentAccess,
    saveTrackingKey,
    removeTrackingKey,
  },
  freightFigures: { readFreightFigures, exportFreightFigures, listFreightCharges },
  admin: {
    findAnything,
    readDashboard,
    listPlanPayments,
    listWorkItems,
    listWorkAssignments,
    takeWorkItem,
    giveBackWorkItem,
    readSetUp,
    tickSetUpStep,
  },
  audit: { listEntries, exportEntries },
  cases: {
    openCase: describedAgain(openCase, ({ id }) => id, describeOwnCase),
    addCaseFile,
    addCaseMessage,
    chooseInCase: describedAgain(chooseInCase, ({ id }) => id, readOwnCaseAgain),
    closeOwnCase,
    readMoneyTerms,
    listOwnCases,
    readOwnCase,
    listOpenCases,
    readCase,
    answerCase: describedAgain(answerCase, ({ id: caseId }) => caseId, readCaseAgain),
    addCaseNote: describedAgain(addCaseNote, ({ id: caseId }) => caseId, readCaseAgain),
    finishCase,
    readChoosable,
    readSnippets,
    listSnippets,
    saveSnippet,
    askCase: describedAgain(askCase, ({ id: caseId }) => caseId, readCaseAgain),
    openCustomsCase: describedAgain(openCustomsCase, ({ id: caseId }) => caseId, readCaseAgain),
    readCaseMoney,
    grantCase: describedAgain(grantCase, ({ id: caseId }) => caseId, readCaseAgain),
    confirmGrant: describedAgain(confirmGrant, ({ id: caseId }) => caseId, readCaseAgain),
  },
};
