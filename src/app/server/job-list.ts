// The jobs of all modules.
import { catalogueJobs } from "#catalogue/server/jobs.ts";
import { goodsJobs } from "#goods/server/jobs.ts";
import { moneyJobs } from "#money/server/jobs.ts";
import { noticesJobs } from "#notices/server/jobs.ts";
import { officeJobs } from "#office/server/jobs.ts";
import { peopleJobs } from "#people/server/jobs.ts";
import { platformJobs } from "#platform/server/jobs.ts";
import { shippingJobs } from "#shipping/server/jobs.ts";
import { trackingJobs } from "#tracking/server/jobs.ts";
import type { JobList } from "#platform/server/jobs/job-list.ts";

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
