import { agentName } from '@moqi/domain/account/agent-name'
import { maskAddress } from '@moqi/domain/identity/address'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { inOwnSpace } from '#src/platform/messages/own-space.ts'

/** Tells an account's owner, by every way there is, that a new device has signed in (domain 8). */
export async function announceNewDevice(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>,
  { accountId, address, userAgent, at }: JobPayloads['announceNewDevice'],
): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    const to = await inOwnSpace(tx, { accountId })
    if (!to) return
    const facts = { device: agentName(userAgent).name, address: maskAddress(address), at }
    await notify(deps, tx, { kind: 'newDevice', to, facts })
  })
}
