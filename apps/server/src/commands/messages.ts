import { keysOf } from '@moqi/domain/keys-of'
import { smsTemplates } from '@moqi/domain/messages/sms-text'
import { maskEmail } from '@moqi/domain/identity/email'
import { maskPhone } from '@moqi/domain/identity/phone'
import { formatDate } from '@moqi/domain/time/format-date'
import { dayMs } from '@moqi/domain/time/civil-date'
import { readConfig } from '#src/platform/config.ts'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { type Carrier, carrierForms, carrierTemplate } from '#src/platform/gateways/sms/carrier-form.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'
import { resendMessages } from '#src/platform/messages/resend-messages.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run messages`: what became of SMS and mails, and sending them again, beside the running server. */

const usage = `用法：
  npm run messages                      最近的短信与邮件
  npm run messages -- failed            只看发送失败的
  npm run messages -- resend 编号       重新发送一条
  npm run messages -- resend failed     重新发送近24小时内全部失败的
  npm run messages -- templates 网关    每个场景要报备的短信模板：网关为 aliyun 或 tencent`

const states = { waiting: '待发送', sent: '已发送', delivered: '已送达', failed: '失败', late: '已失效' } as const

async function main([command = 'list', what = '']: string[]): Promise<number> {
  if (command === 'templates' && isCarrier(what)) return printTemplates(what)
  const known = command === 'list' || command === 'failed' || (command === 'resend' && isWhat(what))
  if (!known) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    return command === 'resend'
      ? await resend(db, what, { now: Date.now, sms: { name: config.sms?.carrier ?? 'outbox' } })
      : await list(db, command === 'failed')
  } finally {
    await db.close()
    await access.close()
  }
}

const isWhat = (what: string) => what === 'failed' || /^[0-9a-f-]{36}$/.test(what)

const isCarrier = (what: string): what is Carrier => Object.hasOwn(carrierForms, what)

/** The addresses of links are those of `MOQI_PUBLIC_URL`, which is part of what is registered. */
function printTemplates(carrier: Carrier): number {
  const { publicUrl } = readConfig(process.env)
  for (const scene of keysOf(smsTemplates)) console.log(`${scene}\t${carrierTemplate(scene, carrier, publicUrl)}`)
  return 0
}

async function list(db: Database, failedOnly: boolean): Promise<number> {
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('message')
      .$if(failedOnly, (query) => query.where('state', '=', 'failed'))
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(50)
      .execute(),
  )
  for (const row of rows) {
    const recipient = row.channel === 'sms' ? maskPhone(row.recipient) : maskEmail(row.recipient)
    const parts = [row.message_id, formatDate(row.created_at), row.channel, recipient, row.scene, states[row.state]]
    console.log([...parts, row.gateway ?? '', row.fault ?? ''].join('  ').trimEnd())
  }
  if (rows.length === 0) console.log('没有消息')
  return 0
}

async function resend(db: Database, what: string, sending: Sending): Promise<number> {
  const which = what === 'failed' ? { failedSince: sending.now() - dayMs } : { messageId: what }
  const number = await db.directoryWrite((tx) => resendMessages(tx, which, sending))
  console.log(number > 0 ? `已重新排队${number}条` : '没有可以重新发送的消息（验证码不能重发）')
  return number > 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
