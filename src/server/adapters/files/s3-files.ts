// Files in a bucket of any server that speaks Amazon's S3 protocol.
import { Disk } from "flydrive";
import type { S3Settings } from "#server/config.ts";
import type { Files } from "./files.ts";
import { filesOnDisk } from "./disk-files.ts";

/** Files in the bucket of `settings`, which must exist. Connects with the first file. */
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
      // The bucket's own policy decides; many servers know no lists of access rights per file.
      supportsACL: false,
      // Otherwise streams carry checksum trailers that servers other than Amazon's keep as content.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    }),
  );
  return filesOnDisk(disk, {
    settle: async () => undefined,
    tidy: async () => undefined,
    removeFolder: async (folder) => {
      for await (const key of keysBelow(disk, `${folder}/`)) await disk.delete(key);
    },
    list: (folder) => keysBelow(disk, `${folder}/`),
  });
}

/** A bucket knows no folders: the library would also give what merely begins with the same letters. */
async function* keysBelow(disk: Disk, prefix: string): AsyncGenerator<string> {
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
