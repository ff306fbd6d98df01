// Photos as they are sent: JPEG, with sides of at most 2,000 pixels.

const maxSidePixels = 2_000;
const quality = 0.85;
const type = "image/jpeg";

/**
 * A still frame or picture as a JPEG file; throws where the browser cannot draw it. It is encoded at once: `toBlob` waits
 * until the browser is idle, which it rarely is while it shows the camera's picture.
 */
export function photoOf(
  source: CanvasImageSource,
  size: { readonly width: number; readonly height: number },
): Blob {
  const scale = Math.min(1, maxSidePixels / Math.max(size.width, size.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (drawing === null) throw new Error("The browser cannot draw.");
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height);
  const [head, encoded] = canvas.toDataURL(type, quality).split(",");
  if (head !== `data:${type};base64` || encoded === undefined) throw new Error("No picture.");
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
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
    return photoOf(bitmap, bitmap);
  } finally {
    bitmap.close();
  }
}
