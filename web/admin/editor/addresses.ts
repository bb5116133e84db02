/** Addresses by their shape. The service judges them again. */

/** What a link may lead to, by its shape: this site, the web, a mailbox, a telephone, a place on the page. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:[+0-9().-]+|\/(?!\/)[^\s]*|#[^\s]+)$/i.test(text);
}

/** A film of a site whose player the pages know, by its address. */
export function isVideo(text: string): boolean {
  return /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?|shorts\/|live\/)|youtu\.be\/|(?:www\.)?vimeo\.com\/\d)\S*$/.test(text.trim());
}
