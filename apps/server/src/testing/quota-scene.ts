import { readSurplus } from '#src/cores/quota/read-surplus.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { TestServer } from './test-server.ts'

/** 份 that the space has left. */
export const surplusOf = ({ deps }: TestServer, tenantId: string): Promise<number> =>
  deps.db.read(tenantId, (db) => readSurplus(db, tenantId, deps.now()))

/** Makes every pack of the space hold so many 份, past the ledger. */
export const fillPacks = (tx: Db, tenantId: string, remaining: number) =>
  tx.updateTable('quota_pack').set({ total: remaining, remaining }).where('tenant_id', '=', tenantId).execute()

/** As `fillPacks`, in a transaction of its own. */
export const setSurplus = ({ deps }: TestServer, tenantId: string, remaining: number) =>
  deps.db.write(tenantId, (tx) => fillPacks(tx, tenantId, remaining))
