import { agentName } from '@moqi/domain/account/agent-name'
import { maskAddress } from '@moqi/domain/identity/address'
import { newDeviceMail } from '@moqi/domain/messages/new-device-mail'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { queueMail, queueSms } from '#src/platform/messages/queue-message.ts'

const scene = 'newDevice'

/** Tells an account's owner, by SMS and by mail when one is bound, that a new device has signed in (domain 8). */
export async function announceNewDevice(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'newId' | 'sms'>,
  { accountId, address, userAgent, at }: JobPayloads['announceNewDevice'],
): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    const owner = await tx
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .select(['phone', 'email'])
      .executeTakeFirst()
    if (!owner) return
    const message = smsMessage(scene, {}, deps.config.brand)
    await queueSms(deps, tx, { recipient: owner.phone, scene, message })
    if (owner.email === null) return
    const told = { device: agentName(userAgent).name, address: maskAddress(address), at }
    await queueMail(deps, tx, { recipient: owner.email, scene, content: newDeviceMail(told, deps.config.brand) })
  })
}
