// An S3 server for tests, which stores its bucket in a temporary folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

const bucket = "sampan-files";

/** A running S3 server; `settings` are the environment variables of the product for its one, empty bucket. */
export type TestBucket = {
  readonly settings: {
    readonly S3_ENDPOINT: string;
    readonly S3_REGION: string;
    readonly S3_BUCKET: string;
    readonly S3_ACCESS_KEY_ID: string;
    readonly S3_SECRET_ACCESS_KEY: string;
  };
  close(): Promise<void>;
};

/** Starts an S3 server on a free port. */
export async function openBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), "bucket-"));
  const server = new S3rver({
    port: 0,
    silent: true,
    // It computes other signatures than Amazon of a list at `/bucket/`, and of names with quotes and stars.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: "us-east-1",
      S3_BUCKET: bucket,
      // The fixed keys of s3rver.
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
