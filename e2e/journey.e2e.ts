/** The main journey: a package from registration to delivered, and the money with it. */
import { expect, test } from "@playwright/test";
import { confirmAddress, meetRefusalsOfRegistration, register } from "./entering.ts";
import { expectNoBarriers, watchPages } from "./page-watch.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

const mei = {
  fullName: "Mei Lindqvist",
  email: "mei@customers.example",
  password: "ferry at half past six",
};

test("a package goes from registration to delivered", async ({ page, context }) => {
  const { address } = server;
  const watch = watchPages(context, ["/api/rpc/people/signUp"]);

  await test.step("a visitor registers", async () => {
    await page.goto(address);
    await expectNoBarriers(page);
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await meetRefusalsOfRegistration(page, mei);
    await expectNoBarriers(page);
    await register(page, mei);
    await expectNoBarriers(page);
  });

  await test.step("and confirms the address", async () => {
    await confirmAddress(page, address, mei.email);
    await expectNoBarriers(page);
  });
  expect(watch.complaints).toEqual([]);
  expect(server.troubles()).toEqual([]);
});
