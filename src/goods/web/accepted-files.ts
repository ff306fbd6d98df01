/** What the file dialog offers. */
export const acceptedPhoto = "image/*,.heic,.heif";
export const acceptedProof = `${acceptedPhoto},application/pdf,.pdf`;
