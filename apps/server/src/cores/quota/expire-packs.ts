import { expirePack } from '@moqi/domain/quota/ledger'
import type { Deps } from '#src/platform/deps.ts'
import { spacesOfHour } from '#src/platform/jobs/spaces-of-hour.ts'
import { packOf, packsOf, writeChange } from './pack-rows.ts'

/** Clears the packs whose time is over, in the spaces whose hour of the day it is; a repeat finds nothing. */
export async function expirePacks(deps: Pick<Deps, 'db' | 'now' | 'newId'>): Promise<void> {
  for (const tenantId of await spacesOfHour(deps, deps.now())) await expireIn(deps, tenantId)
}

async function expireIn(deps: Pick<Deps, 'db' | 'now' | 'newId'>, tenantId: string): Promise<void> {
  await deps.db.write(tenantId, async (tx) => {
    const packs = await packsOf(tx, tenantId)
      .where('remaining', '>', 0)
      .where('expires_at', '<=', deps.now())
      .forUpdate()
      .execute()
    for (const pack of packs) {
      const change = expirePack(packOf(pack), deps.now())
      if (change) await writeChange(deps, tx, { tenantId, contractId: null }, change)
    }
  })
}
