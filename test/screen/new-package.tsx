import type { Subscription } from "#money/contract/plans.ts";
import { onTestFinished } from "vitest";
import { removeDraftsOf } from "#ui/web/drafts.ts";
import NewPackagePage from "#goods/web/packages/new-package-page.tsx";
import { DraftOwner } from "#ui/web/form-draft.ts";
import type { FakeAnswers } from "./fake-client.ts";
import { freightAnswer } from "./freight-answer.ts";
import { mei, parcelUnderWay, profileOf, sessionOf, superPlan } from "./users.ts";
import { showScreen } from "./show-screen.tsx";

export const profile = profileOf({ country: "US" });

export async function showNewPackage(
  packages: NonNullable<FakeAnswers["packages"]> = {},
  options: {
    subscription?: Subscription;
    isAdmin?: boolean;
    country?: string;
    names?: { fullName: string; latinName: string };
    inboundParcels?: FakeAnswers["inboundParcels"];
    /** What the previous page passes on. */
    state?: unknown;
  } = {},
) {
  onTestFinished(() => removeDraftsOf(mei.id));
  const shown = await showScreen({
    element: (
      <DraftOwner value={mei.id}>
        <NewPackagePage />
      </DraftOwner>
    ),
    path: "/dashboard/packages/new",
    state: options.state,
    others: { "/dashboard/packages": <p>The list of packages</p> },
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, isAdmin: options.isAdmin ?? false }) },
      lanes: { listSuspendedLanes: async () => ({ items: [] }) },
      quotes: { estimateFreight: async (input) => freightAnswer(input) },
      users: {
        readProfile: async () => ({
          ...profile,
          country: options.country ?? "US",
          ...options.names,
        }),
      },
      plans: { readSubscription: async () => options.subscription ?? superPlan },
      packages: {
        listPackages: async () => ({
          items: [],
          total: 0,
          counts: { all: 0, active: 0, delivered: 0 },
        }),
        ...packages,
      },
      inboundParcels: options.inboundParcels ?? {},
    },
  });
  const { screen } = shown;
  return {
    ...shown,
    number: screen.getByRole("textbox", { name: "Tracking number" }),
    weight: screen.getByRole("spinbutton", { name: "Estimated weight (kg)" }),
    add: screen.getByRole("button", { name: "Add Package" }),
  };
}

export const created = { package: parcelUnderWay, inOtherPackages: [], legsSetUp: true };
