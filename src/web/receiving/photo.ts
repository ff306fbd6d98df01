// Photos as they are sent: JPEG, with sides of at most 2,000 pixels.

const maxSidePixels = 2_000;
const quality = 0.85;

/** A still frame or picture as a JPEG file. Rejects where the browser cannot draw it. */
export async function photoOf(
  source: CanvasImageSource,
  size: { readonly width: number; readonly height: number },
): Promise<Blob> {
  const scale = Math.min(1, maxSidePixels / Math.max(size.width, size.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const drawing = canvas.getContext("2d");
  if (drawing === null) throw new Error("The browser cannot draw.");
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("The photo is empty.")) : resolve(blob)),
      "image/jpeg",
      quality,
    );
  });
}

/** A chosen file, smaller where it is too large; as it is where the browser cannot read it, such as HEIC. */
export async function photoOfFile(file: Blob): Promise<Blob> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return file;
  }
  try {
    return await photoOf(bitmap, bitmap);
  } finally {
    bitmap.close();
  }
}
