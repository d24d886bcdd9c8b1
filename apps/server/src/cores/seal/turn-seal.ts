import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { sealTurn } from '@moqi/domain/seals/seal-term'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { moveSeal } from './change-seal.ts'
import { administratorsOf, tellOfSeal } from './tell-seal-changed.ts'

/** Tells that a seal's term ends soon, and ends the seal when it is over; again, nothing happens. */
export async function turnSeal(deps: Deps, { tenantId, sealId }: JobPayloads['turnSeal']): Promise<void> {
  await deps.db.write(tenantId, async (tx) => {
    const seal = await tx
      .selectFrom('seal')
      .where('tenant_id', '=', tenantId)
      .where('seal_id', '=', sealId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!seal || seal.expire_at === null || !sealLifecycle.can(seal.status, 'expire')) return
    const { due, lookAt } = sealTurn(seal.expire_at, deps.now())
    if (due === 'expire') {
      await moveSeal(deps, tx, null, { seal, event: 'expire', reason: '有效期已满' })
      await tellOfSeal(deps, tx, { tenantId, seal: seal.name, by: { accountId: null, name: '系统' }, alsoTell: [] })
      return
    }
    if (due === 'warn') {
      const facts = { seal: seal.name, date: formatDate(seal.expire_at, '{y}年{m}月{d}日') }
      const once = `sealExpires ${sealId} ${seal.expire_at}`
      for (const accountId of await administratorsOf(tx, tenantId)) {
        await notify(deps, tx, { kind: 'sealExpires', to: { accountId, tenantId }, facts, once })
      }
    }
    if (lookAt === null) return
    await enqueue(tx, 'turnSeal', { tenantId, sealId }, { delayMs: lookAt - deps.now(), key: `seal ${sealId}` })
  })
}
