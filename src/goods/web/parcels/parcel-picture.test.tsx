import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { useApi } from "#goods/web/api.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { receivedParcel } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { ParcelPicture, ParcelThumbnail } from "./parcel-picture.tsx";

const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const expired = "/api/files/expired";

/** A parcel's photo as pages show it, from what they read of the parcel. */
function Photo({ alt }: { alt: string }) {
  const { data } = useQuery(
    useApi().inboundParcels.listInboundParcels.queryOptions({ input: { group: "here" } }),
  );
  const url = data?.items[0]?.thumbnailUrl ?? null;
  if (data === undefined || url === null) return <p>No photo</p>;
  return alt === "" ? <ParcelThumbnail url={url} /> : <ParcelPicture url={url} alt={alt} />;
}

async function showPhoto(alt: string, addresses: readonly (string | null)[]) {
  const reads: (string | null)[] = [];
  const { screen } = await showScreen({
    element: <Photo alt={alt} />,
    path: "/dashboard/parcels",
    answers: {
      inboundParcels: {
        listInboundParcels: async () => {
          const thumbnailUrl = addresses[reads.length] ?? addresses.at(-1) ?? null;
          reads.push(thumbnailUrl);
          return {
            items: [{ ...receivedParcel, thumbnailUrl }],
            total: 1,
            counts: { awaited: 0, here: 1, gone: 0 },
          };
        },
      },
    },
  });
  return { screen, reads };
}

test("a photo whose link has expired is read again, and shown with its new link", async () => {
  const { screen, reads } = await showPhoto("From outside", [expired, picture]);
  await expect.element(screen.getByRole("img", { name: "From outside" })).toBeVisible();
  expect(reads).toEqual([expired, picture]);
  await expectAccessible();
});

test("a photo that does not load under its link is an icon with its name, and is read again once", async () => {
  const { screen, reads } = await showPhoto("From outside", [expired]);
  await expect.element(screen.getByText("From outside")).toBeInTheDocument();
  await expect.poll(() => reads.length).toBe(2);
  await expect.poll(() => document.querySelector("svg[aria-hidden=true]")).not.toBeNull();
  expect(document.querySelector("img")).toBeNull();
  await expectAccessible();
  expect(reads).toHaveLength(2);
});

test("a small photo beside a text is an icon without a name while it does not load", async () => {
  const { reads } = await showPhoto("", [expired]);
  await expect.poll(() => reads.length).toBe(2);
  await expect
    .poll(() => document.querySelector(".cover-image svg")?.parentElement?.textContent)
    .toBe("");
  expect(document.querySelector("img")).toBeNull();
});

test("a parcel without a photo has no place for one", async () => {
  const { screen } = await showScreen({
    element: <ParcelThumbnail url={null} />,
    path: "/dashboard/parcels",
    answers: {},
  });
  expect(screen.container.querySelector(".cover-image")).toBeNull();
});
