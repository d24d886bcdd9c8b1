import { withheldFault } from '@moqi/domain/messages/delivery-fault'
import { isCodeScene, smsTemplates } from '@moqi/domain/messages/sms-text'
import type { SmsBudget } from '@moqi/domain/messages/sms-budget'
import { z } from 'zod'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { askLater } from './read-receipt.ts'
import { openContent } from './sealed-content.ts'
import { takeFromBudgets } from './sms-budget.ts'
import { tellWithheld } from './tell-withheld.ts'
import { keysOf } from '@moqi/domain/keys-of'

type Delivering = Pick<Deps, 'db' | 'now' | 'newId' | 'sms' | 'mail' | 'log' | 'config' | 'derivationKey' | 'blobs'>
type Row = Pick<
  DirectoryTables['message'],
  'message_id' | 'channel' | 'recipient' | 'scene' | 'content' | 'state' | 'expires_at' | 'contract_id'
> & { tries: number; sender_tenant_id: string | null }
type Ending = { state: 'sent' | 'failed' | 'late' | 'waiting'; reference?: string | null; fault?: string | null }

const scenes = keysOf(smsTemplates)
const SmsContent = z.object({ template: z.enum(scenes), values: z.record(z.string(), z.string()), text: z.string() })
const MailBody = z.object({
  subject: z.string(),
  lines: z.array(z.string()),
  link: z.object({ text: z.string(), url: z.string() }).optional(),
  attachment: z.object({ fileName: z.string(), sha256: z.string() }).optional(),
})

const ChatContent = z.object({ title: z.string(), text: z.string(), url: z.string() })

/**
 * Sends a message to a member in the company's work chat, answering the vendor's name of it; `to` is the company and
 * the vendor's name of the person. Throws `GatewayFault`.
 */
export type SendChat = (
  to: { tenantId: string; subject: string },
  message: z.output<typeof ChatContent> & { id: string },
) => Promise<string | null>

/** As often as the job store runs a job; the pauses between grow to hours. */
const mostTries = 12

/**
 * Hands a message to its gateway and records what became of it. Runs as a job. A gateway that does not answer is asked
 * again later; one that refuses is believed. A message whose taking was not recorded in time is sent twice. An SMS over
 * the day's budgets is not sent, and whoever sent it is told.
 */
export async function deliverMessage(
  deps: Delivering,
  { messageId }: { messageId: string },
  sendChat: SendChat,
): Promise<void> {
  const row = await find(deps, messageId)
  if (!row || row.state !== 'waiting') return
  if (row.expires_at !== null && row.expires_at < deps.now()) return record(deps, row, { state: 'late' })
  const usedUp = await budgetUsedUp(deps, row)
  if (usedUp) return withhold(deps, row, usedUp)
  try {
    await record(deps, row, { state: 'sent', reference: await hand(deps, row, sendChat), fault: null })
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    const over = !error.passing || row.tries + 1 >= mostTries
    const fault = error.message.slice(0, 300)
    await record(deps, row, { state: over ? 'failed' : 'waiting', fault })
    deps.log(`message ${messageId} ${row.scene} ${over ? 'failed' : 'waits'}: ${fault}`)
    if (!over) throw error
  }
}

function find({ db }: Delivering, messageId: string): Promise<Row | undefined> {
  return db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('message_id', '=', messageId)
      .select(['message_id', 'channel', 'recipient', 'scene', 'content', 'state', 'expires_at', 'tries'])
      .select(['contract_id', 'sender_tenant_id'])
      .executeTakeFirst(),
  )
}

/** Which budget leaves no SMS for this one. Codes have limits of their own, and another try is no other SMS. */
async function budgetUsedUp(deps: Delivering, row: Row): Promise<SmsBudget | null> {
  return row.channel === 'sms' && row.expires_at === null && row.tries === 0 ? takeFromBudgets(deps, row) : null
}

async function withhold(deps: Delivering, row: Row, budget: SmsBudget): Promise<void> {
  await record(deps, row, { state: 'failed', fault: withheldFault(budget) })
  await tellWithheld(deps, row, budget)
}

async function hand(
  deps: Delivering,
  { message_id: messageId, channel, recipient, scene, content: kept }: Row,
  sendChat: SendChat,
) {
  const { sms, mail } = deps
  const content = openContent(deps, messageId, kept)
  if (channel === 'sms') {
    const { template, values, text } = SmsContent.parse(content)
    return sms.send({ messageId, phone: recipient, scene, message: { template, values, text } })
  }
  if (channel === 'chat') {
    const tenantId = recipient.slice(0, recipient.indexOf(' '))
    const subject = recipient.slice(tenantId.length + 1)
    return sendChat({ tenantId, subject }, { id: messageId, ...ChatContent.parse(content) })
  }
  const { link, attachment, ...body } = MailBody.parse(content)
  const file = attachment && { fileName: attachment.fileName, bytes: await deps.blobs.get(attachment.sha256) }
  const written = { ...body, ...(link && { link }) }
  return mail.send({ messageId, address: recipient, scene, content: written, ...(file && { file }) })
}

async function record({ db, now, sms, mail }: Delivering, row: Row, { state, ...rest }: Ending): Promise<void> {
  // A code is kept no longer than it takes to send it.
  const spent = row.expires_at !== null && state !== 'waiting'
  const change = {
    state,
    ...rest,
    gateway: { sms: sms.name, mail: mail.name, chat: 'chat' }[row.channel],
    tries: row.tries + (state === 'late' ? 0 : 1),
    changed_at: now(),
    ...(spent && { content: null }),
  }
  await db.directoryWrite(async (directory) => {
    await directory.updateTable('message').set(change).where('message_id', '=', row.message_id).execute()
    const hasReceipt = row.channel === 'sms' && sms.receipt !== undefined && !isCodeScene(row.scene)
    if (state === 'sent' && hasReceipt) await askLater(directory, row.message_id, 0)
  })
}
