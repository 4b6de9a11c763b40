/**
 * Whether a text speaks of mail, as one does that promises some. Where none is sent, whoever wrote it is asked to look
 * again: 'escríbenos a este correo' is no promise, and nobody but a reader can tell.
 */
export function promisesMail(text: string): boolean {
  return /(?<!\p{L})(?:correos?|e-?mails?|mails?|bandeja)(?!\p{L})/u.test(text.toLowerCase())
}
