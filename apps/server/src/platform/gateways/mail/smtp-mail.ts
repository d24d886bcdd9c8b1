import { createTransport } from 'nodemailer'
import { GatewayFault } from '../gateway-fault.ts'
import { mailHtml, mailText } from './mail-form.ts'
import type { MailGateway } from './mail-gateway.ts'

/**
 * A mail server: `smtp://` or `smtps://` with user and password, and who the mails are from; `plain` sends over
 * `smtp://` also where the server offers no TLS.
 */
export type SmtpSettings = { url: string; from: string; plain: boolean }

/** SMTP answers from 500 on say that the mail itself will never be taken (RFC 5321 §4.2.1). */
const codeOf = (error: unknown) =>
  error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : Number.NaN

/** Hands mails to an SMTP server, one connection a few mails long. */
export function smtpMail(settings: SmtpSettings, frame: { brand: string; supportPhone: string }): MailGateway {
  const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 }
  const transport = createTransport({ url: settings.url, requireTLS: !settings.plain, ...timeouts })
  return {
    name: 'smtp',
    async send({ messageId, address, content, file }) {
      try {
        const { messageId: reference } = await transport.sendMail({
          from: settings.from,
          to: { name: '', address },
          subject: content.subject,
          text: mailText(content, frame),
          html: mailHtml(content, frame),
          headers: { 'X-Moqi-Message': messageId, 'Auto-Submitted': 'auto-generated' },
          ...(file && {
            attachments: [{ filename: file.fileName, content: file.bytes, contentType: 'application/pdf' }],
          }),
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return reference
      } catch (error) {
        const code = codeOf(error)
        throw new GatewayFault(error instanceof Error ? error.message : 'no answer', !(code >= 500), { cause: error })
      }
    },
  }
}
