// The part we use of the HEIC decoder, which comes without types.
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
