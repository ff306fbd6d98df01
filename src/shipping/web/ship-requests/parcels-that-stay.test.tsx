import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { openPackage, parcelsFake } from "#test/screen/parcels.ts";
import { newRequest } from "#test/screen/ship-requests.ts";
import { estimateFor, ids, known, parcels, showShelf, used } from "#test/screen/ship-shelf.tsx";
import { mei } from "#test/screen/users.ts";
import { removeDraftsOf } from "#ui/web/drafts.ts";

afterEach(() => removeDraftsOf(mei.id));

test("a parcel that is being sent already is named with its package until it is unticked", async () => {
  const sentId = ids[1] ?? "";
  const { screen, router } = await showShelf(known, {
    answers: {
      shipRequests: {
        estimateParcels: async (input) => {
          const found = estimateFor(known, input);
          return found.inboundParcelIds.includes(sentId)
            ? {
                ...found,
                obstacle: "ship_request_open",
                package: used,
                beingSent: [{ inboundParcelId: sentId, package: used }],
              }
            : found;
        },
      },
    },
  });
  await router.navigate(`/dashboard/parcels/ship?parcels=${ids.join(".")}`);
  const alert = screen.getByRole("alert");
  const text =
    "Running shoes · SF7000000000001 is in P-1024, which is being sent already.Untick it to send the others.";
  await expect.element(alert).toHaveTextContent(text);
  await expect.element(screen.getByText("Goes with P-1024")).not.toBeInTheDocument();
  await expect
    .element(alert.getByRole("link", { name: "P-1024" }))
    .toHaveAttribute("href", `/dashboard/packages?package=${openPackage.id}`);
  const reason = screen.getByText("Already being sent: P-1024. Untick what is in it.");
  await expect.element(reason).toBeVisible();
  const button = screen.getByRole("button", { name: "Request shipping" });
  await expect.element(button).not.toBeInTheDocument();
  const tick = screen.getByRole("checkbox", { name: "Send Running shoes" });
  expect(alert.elements()).toHaveLength(1);
  await expectAccessible();
  // By key: the page may still move under a pointer.
  tick.element().focus();
  await userEvent.keyboard(" ");
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(reason).not.toBeInTheDocument();
  await expect.element(button).toBeVisible();
});

test("what was refused without another reason is not held against the next choice", async () => {
  const { screen, router } = await showShelf(known, {
    answers: {
      shipRequests: {
        shipParcels: async () => {
          throw rejected("inbound_parcel_not_free");
        },
      },
    },
  });
  await router.navigate(`/dashboard/parcels/ship?parcels=${ids.join(".")}`);
  await screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(screen.getByRole("alert")).toBeVisible();
  // By key: the page may still move under a pointer.
  screen.getByRole("checkbox", { name: "Send Running shoes" }).element().focus();
  await userEvent.keyboard(" ");
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test("parcels of the choice that have left are named, and the others can be sent", async () => {
  const [first, ...others] = parcels.map((parcel, index) => ({
    ...parcel,
    ...(index > 0 && { state: "departed" as const, packageId: used.id, packageNumber: 1024 }),
  }));
  const page = `/dashboard/parcels/ship?parcels=${ids.join(".")}`;
  const left = "Running shoes · SF7000000000001 has left with P-1024.";
  const sent: unknown[] = [];
  const some = await showShelf(known, {
    answers: {
      inboundParcels: parcelsFake(first === undefined ? [] : [first, ...others]),
      shipRequests: {
        shipParcels: async (input) => {
          sent.push(input);
          return newRequest;
        },
      },
    },
  });
  await some.router.navigate(page);
  await expect.element(some.screen.getByText(left)).toBeVisible();
  await some.screen.getByRole("button", { name: "Request shipping" }).click();
  await expect.element(some.screen.getByText("The ship request")).toBeVisible();
  expect(sent).toMatchObject([{ inboundParcelIds: ids.slice(0, 1) }]);
  await some.screen.unmount();
  const none = await showShelf(known, { answers: { inboundParcels: parcelsFake(others) } });
  await none.router.navigate(page);
  await expect
    .element(none.screen.getByText("None of these parcels can be sent now"))
    .toBeVisible();
  await expect.element(none.screen.getByText(left)).toBeVisible();
  await expectAccessible();
});
