import type { MailContent } from '@moqi/domain/messages/mail-content'
import type { SmsMessage } from '@moqi/domain/messages/sms-text'
import { z } from 'zod'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'

type Content = SmsMessage | MailContent

const ticketPath = '/t/'

/**
 * Whether who reads the message could act for its recipient: it carries a code, which alone has a life of its own, or a
 * link that lets somebody in.
 */
export const holdsSecret = ({ lifeMs }: { lifeMs?: number }, content: Content): boolean =>
  lifeMs !== undefined || JSON.stringify(content).includes(ticketPath)

const Sealed = z.strictObject({ sealed: z.base64() })

/** Encrypts what a message says, for its row alone: who reads the table reads no code and no link. */
export const sealContent = (keyed: Keyed, messageId: string, content: Content): z.infer<typeof Sealed> => ({
  sealed: seal(keyOf(keyed), messageId, Buffer.from(JSON.stringify(content))).toString('base64'),
})

/** The content of a message as it was queued. Throws when it was sealed for another row. */
export function openContent(keyed: Keyed, messageId: string, content: unknown): unknown {
  const { data } = Sealed.safeParse(content)
  if (!data) return content
  return JSON.parse(unseal(keyOf(keyed), messageId, Buffer.from(data.sealed, 'base64')).toString('utf8'))
}

const keyOf = ({ derivationKey }: Keyed) => derived(derivationKey, 'message content')
