import { agentName } from '@moqi/domain/account/agent-name'
import { maskAddress } from '@moqi/domain/identity/address'
import { newDeviceMail } from '@moqi/domain/messages/new-device-mail'
import { smsLeavesAt } from '@moqi/domain/messages/quiet-hours'
import { smsText } from '@moqi/domain/messages/sms-text'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'

const scene = 'newDevice'

/** Tells an account's owner, by SMS and by mail when one is bound, that a new device has signed in (domain 8). */
export async function announceNewDevice(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { accountId, address, userAgent, at }: JobPayloads['announceNewDevice'],
): Promise<void> {
  await db.directoryWrite(async (tx) => {
    const owner = await tx
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .select(['phone', 'email'])
      .executeTakeFirst()
    if (!owner) return
    const leaves = smsLeavesAt(scene, at)
    const sms = { recipient: owner.phone, scene, body: smsText(scene, {}, config.brand) }
    await enqueue(tx, 'sendSms', sms, leaves > at ? { runAt: leaves } : {})
    if (owner.email === null) return
    const told = { device: agentName(userAgent).name, address: maskAddress(address), at }
    await enqueue(tx, 'sendMail', { recipient: owner.email, scene, ...newDeviceMail(told, config.brand) })
  })
}
