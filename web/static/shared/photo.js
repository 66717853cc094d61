// A photo as the table takes it: of a kind that it reads, and no larger than it wants.

const LARGEST = 12 * 1024 * 1024; // bytes that the table takes
const SIDE = 3000; // pixels of the longer side to which a larger file, or one of another kind, is made
const SENT = ["image/jpeg", "image/png", "image/webp"];

/** Return the pixels of a file; null: this browser knows no such kind. @param {Blob} file */
export const pictureOf = (file) => createImageBitmap(file).catch(() => null);

/**
 * Draw a picture anew, its longer side at most `side` pixels long.
 * @param {ImageBitmap} picture
 * @param {number} side
 */
export function drawn(picture, side) {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * Return the file as the table takes it: another kind, or a larger one, is drawn anew. What this
 * browser cannot draw is sent as it is: the table may read it, or says why not.
 * @param {Blob} file
 * @param {ImageBitmap | null} [picture] what `pictureOf` made of it, if anybody has asked
 */
export async function asSent(file, picture) {
  if (SENT.includes(file.type) && file.size <= LARGEST) return file;
  const known = picture === undefined ? await pictureOf(file) : picture;
  if (!known) return file;
  const packed = await new Promise((done) => drawn(known, SIDE).toBlob(done, "image/jpeg", 0.92));
  return packed ?? file;
}
