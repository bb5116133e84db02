/** What file inputs offer to choose from. Apart from judging, as the editor needs no more than this at first. */
export const PICTURES = "image/jpeg,image/png,image/webp,image/gif,image/avif";
export const ACCEPTED = `${PICTURES},video/mp4,video/webm`;
