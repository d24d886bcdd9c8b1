/** A mail before it has a form: a sentence each line; `link` becomes the button. */
export type MailContent = { subject: string; lines: string[]; link?: { text: string; url: string } }
