/**
 * A mail before it has a form: a sentence each line; `link` becomes the button; `attachment` is a PDF that is kept, by
 * its SHA-256.
 */
export type MailContent = {
  subject: string
  lines: string[]
  link?: { text: string; url: string }
  attachment?: { fileName: string; sha256: string }
}
