// The HEIC decoder has no types of its own.
declare module "heic-decode" {
  type HeicImage = {
    readonly width: number;
    readonly height: number;
    decode(): Promise<{ readonly data: Uint8ClampedArray }>;
  };

  const decode: {
    all(input: { buffer: Uint8Array }): Promise<readonly HeicImage[] & { dispose?: () => void }>;
  };
  export default decode;
}
