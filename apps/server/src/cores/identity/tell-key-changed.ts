import type { KeyEvent } from '@moqi/domain/account/passkey'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { inOwnSpace } from '#src/platform/messages/own-space.ts'

/** Tells an account's owner what happened to one of its keys, in the transaction in which it did. */
export async function tellKeyChanged(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>,
  tx: Db,
  { accountId, name, event }: { accountId: string; name: string; event: KeyEvent },
): Promise<void> {
  const to = await inOwnSpace(tx, { accountId })
  if (to) await notify(deps, tx, { kind: 'keyChanged', to, facts: { name, event, at: deps.now() } })
}
