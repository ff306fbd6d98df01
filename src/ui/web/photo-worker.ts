// Encodes photos beside the page. It imports nothing, since files of the build may load none.

export type PhotoRequest = {
  readonly id: number;
  readonly picture: ImageBitmap;
  readonly maxSidePixels: number;
  readonly type: string;
  readonly quality: number;
};

/** `photo` is null where the picture cannot be drawn. */
export type PhotoAnswer = { readonly id: number; readonly photo: Blob | null };

async function encode(request: PhotoRequest): Promise<Blob | null> {
  const { picture, maxSidePixels, type, quality } = request;
  const { width, height } = picture;
  const scale = Math.min(1, maxSidePixels / Math.max(width, height));
  const sides = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(sides[0] ?? 1, sides[1] ?? 1);
  const drawing = canvas.getContext("2d", { alpha: false });
  if (drawing === null) return null;
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return await canvas.convertToBlob({ type, quality });
}

self.addEventListener("message", ({ data }: MessageEvent<PhotoRequest>) => {
  void encode(data)
    .catch(() => null)
    .then((photo) => self.postMessage({ id: data.id, photo } satisfies PhotoAnswer));
});
