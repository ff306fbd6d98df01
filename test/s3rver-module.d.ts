// The stand-in of an S3 server has no types of its own.
declare module "@20minutes/s3rver" {
  export default class S3rver {
    constructor(options: {
      readonly port: number;
      readonly silent: boolean;
      readonly allowMismatchedSignatures: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string; readonly configs: [] }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
