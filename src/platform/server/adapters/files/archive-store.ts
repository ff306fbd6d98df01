import { createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type * as Sdk from "@aws-sdk/client-s3";
import type { S3Settings } from "#platform/server/config.ts";

/** Large files in a bucket, by their names. */
export type ArchiveStore = {
  /** Stores the file at `path` completely or not at all. */
  upload(name: string, path: string): Promise<void>;
  /** Writes the file to `path`, where none may be. Throws when there is no such name. */
  download(name: string, path: string): Promise<void>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
};

const prefix = "backups/";
/** A storage takes at most 10,000 parts, so that this allows 640 GB. */
const defaultPartBytes = 64 * 1_048_576;

type Target = {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
  readonly bucket: string;
};

/** The folder `backups` of a bucket. The bucket must exist; connects with the first call. */
export async function openArchiveStore(
  settings: S3Settings,
  { partBytes = defaultPartBytes } = {},
): Promise<ArchiveStore> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    // As for the files of the product: not every server understands checksums after the content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const target = { sdk, client, bucket };
  return {
    async upload(name, path) {
      const { size } = await stat(path);
      const key = prefix + name;
      if (size > partBytes) return await uploadParts(target, { key, path, size, partBytes });
      const Body = await readPart(path, 0, size);
      await client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body }));
    },
    async download(name, path) {
      const { Body } = await client.send(
        new sdk.GetObjectCommand({ Bucket: bucket, Key: prefix + name }),
      );
      if (!(Body instanceof Readable)) throw new Error(`The storage sent nothing of ${name}.`);
      await pipeline(Body, createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }));
    },
    async list() {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            ...(token !== undefined && { ContinuationToken: token }),
          }),
        );
        for (const { Key = "" } of page.Contents ?? []) names.push(Key.slice(prefix.length));
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return names;
    },
    async remove(name) {
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: prefix + name }));
    },
  };
}

async function readPart(path: string, position: number, length: number): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      const read = await handle.read(bytes, filled, length - filled, position + filled);
      if (read.bytesRead === 0) throw new Error(`${path} became shorter while it was read.`);
      filled += read.bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

type LargeFile = {
  readonly key: string;
  readonly path: string;
  readonly size: number;
  readonly partBytes: number;
};

/** Part by part, since one request may send 5 GB at most. */
async function uploadParts(
  { sdk, client, bucket }: Target,
  { key, path, size, partBytes }: LargeFile,
): Promise<void> {
  const object = { Bucket: bucket, Key: key };
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(object));
  const upload = { ...object, UploadId };
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const PartNumber = Parts.length + 1;
      const Body = await readPart(path, start, Math.min(partBytes, size - start));
      const { ETag } = await client.send(
        new sdk.UploadPartCommand({ ...upload, PartNumber, Body }),
      );
      Parts.push({ ETag, PartNumber });
    }
    const MultipartUpload = { Parts };
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
  } catch (error) {
    // Parts of an upload that is not aborted stay in the bucket and cost.
    await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}
