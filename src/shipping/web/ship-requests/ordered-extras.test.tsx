import { expect, test } from "vitest";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { orderedExtra } from "#test/screen/extra-services.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { OrderedExtras } from "./ordered-extras.tsx";

test("a check of contents says of each line that was declared what was found", async () => {
  const checked = {
    ...orderedExtra,
    state: "done" as const,
    endedAt: orderedExtra.dueAt,
    checkedItems: [
      { description: "Stoneware teapots", quantity: 2, finding: "as_declared" as const },
      { description: "Cotton socks", quantity: 3, finding: "missing" as const },
      { description: "Wool caps", quantity: 1, finding: "differs" as const },
    ],
  };
  const { screen } = await showScreen({
    element: <OrderedExtras extras={[checked]} />,
    path: "/dashboard/parcels",
    answers: {},
  });
  const lines = screen.getByRole("list", { name: "Product verification" }).getByRole("listitem");
  await expect.element(lines.nth(0)).toHaveTextContent("2 × Stoneware teapotsAs declared");
  await expect.element(lines.nth(1)).toHaveTextContent("3 × Cotton socksMissing");
  await expect.element(lines.nth(2)).toHaveTextContent("1 × Wool capsDiffers");
  await expectAccessible();
});
