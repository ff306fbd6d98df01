// The jobs of all modules.
import { catalogueJobs } from "./jobs/catalogue.ts";
import { goodsJobs } from "./jobs/goods.ts";
import { moneyJobs } from "./jobs/money.ts";
import { noticesJobs } from "./jobs/notices.ts";
import { officeJobs } from "./jobs/office.ts";
import { peopleJobs } from "./jobs/people.ts";
import { platformJobs } from "./jobs/platform.ts";
import { shippingJobs } from "./jobs/shipping.ts";
import { trackingJobs } from "./jobs/tracking.ts";
import type { JobList } from "./jobs/job-list.ts";

export const jobList: JobList = {
  ...platformJobs,
  ...peopleJobs,
  ...catalogueJobs,
  ...noticesJobs,
  ...moneyJobs,
  ...trackingJobs,
  ...goodsJobs,
  ...shippingJobs,
  ...officeJobs,
};
