import { Disk } from "flydrive";
import type { S3Settings } from "#platform/server/config.ts";
import type { Files } from "./files.ts";
import { filesOnDisk } from "./disk-files.ts";

/** Files in a bucket of any S3-compatible server. The bucket must exist; connects with the first request. */
export async function openS3Files(settings: S3Settings): Promise<Files> {
  const { S3Driver } = await import("flydrive/drivers/s3");
  const disk = new Disk(
    new S3Driver({
      ...(settings.endpoint !== null && { endpoint: settings.endpoint, forcePathStyle: true }),
      region: settings.region,
      bucket: settings.bucket,
      credentials: {
        accessKeyId: settings.accessKeyId,
        secretAccessKey: settings.secretAccessKey,
      },
      visibility: "private",
      // The bucket's policy applies; many servers have no access control lists per file.
      supportsACL: false,
      // Otherwise uploads have checksum trailers that servers other than Amazon's store as content.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    }),
  );
  return filesOnDisk(disk, {
    afterWrite: async () => undefined,
    afterRemove: async () => undefined,
    removeFolder: async (folder) => {
      for await (const key of keysWithPrefix(disk, `${folder}/`)) await disk.delete(key);
    },
    list: (folder) => keysWithPrefix(disk, `${folder}/`),
  });
}

/** Buckets have no folders, so the library would also list keys that only start with the same characters. */
async function* keysWithPrefix(disk: Disk, prefix: string): AsyncGenerator<string> {
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(prefix, {
      recursive: true,
      ...(paginationToken !== undefined && { paginationToken }),
    });
    for (const entry of page.objects) {
      if (entry.isFile && entry.key.startsWith(prefix)) yield entry.key;
    }
    paginationToken = page.paginationToken;
  } while (paginationToken !== undefined);
}
