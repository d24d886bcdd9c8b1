import { packKindLabels } from '@moqi/domain/quota/ledger'
import { endingDays } from '@moqi/domain/quota/quota-warning'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Database, Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { spacesOfHour } from '#src/platform/jobs/spaces-of-hour.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'

type Warning = Pick<Deps, 'config' | 'newId' | 'derivationKey'> & Sending & { db: Database }

/** Tells who buys for a space that spending has left it little. */
export async function warnQuota(deps: Warning, { tenantId, left }: { tenantId: string; left: number }): Promise<void> {
  await deps.db.write(tenantId, async (tx) => {
    for (const accountId of await buyersOf(tx, tenantId)) {
      await notify(deps, tx, { kind: 'quotaLow', to: { accountId, tenantId }, facts: { n: left } })
    }
  })
}

/** Tells of packs that end in 30 or 7 days, once for each, in the spaces whose hour of the day it is. */
export async function warnEnding(deps: Warning): Promise<void> {
  for (const tenantId of await spacesOfHour(deps, deps.now())) {
    await deps.db.write(tenantId, (tx) => warnIn(deps, tx, tenantId))
  }
}

async function warnIn(deps: Warning, tx: Db, tenantId: string): Promise<void> {
  const packs = await tx
    .selectFrom('quota_pack')
    .where('tenant_id', '=', tenantId)
    .where('remaining', '>', 0)
    .where('expires_at', '>', deps.now())
    .selectAll()
    .execute()
  for (const { pack_id: packId, kind, name, remaining: n, given_at: givenAt, expires_at: expiresAt } of packs) {
    const days = expiresAt === null ? null : endingDays({ givenAt, expiresAt }, deps.now())
    if (expiresAt === null || days === null) continue
    const facts = { pack: name ?? packKindLabels[kind], n, date: formatDate(expiresAt, '{y}-{m}-{d}') }
    const once = `pack ends ${packId} ${expiresAt} ${days}`
    for (const accountId of await buyersOf(tx, tenantId)) {
      await notify(deps, tx, { kind: 'packEnds', to: { accountId, tenantId }, facts, once })
    }
  }
}

/** A company's administrator, a personal space's owner: both own it. */
async function buyersOf(tx: Db, tenantId: string): Promise<string[]> {
  const owners = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .select('account_id')
    .execute()
  return owners.map(({ account_id }) => account_id)
}
