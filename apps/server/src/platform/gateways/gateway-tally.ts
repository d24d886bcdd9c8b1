import { hourMs } from '@moqi/domain/time/civil-date'
import type { GatewayName } from '@moqi/domain/operators/gateways'
import { sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import type { GatewayTally } from './tally.ts'

type Noted = { minute: number; passed: number; failed: number; passedAt: number | null; failedAt: number | null }

const minuteMs = 60_000
const keepEveryMs = 5000
/** How long minutes are kept. */
const keptMs = 24 * hourMs
const longestFault = 300

/** Notes in memory and keeps it in two tables beside the questions, which wait for nothing. */
export function openGatewayTally({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): GatewayTally {
  const minutes = new Map<string, Noted & { gateway: GatewayName; fault: string | null }>()
  let keeping: Promise<void> = Promise.resolve()

  function note(gateway: GatewayName, fault: string | null): void {
    const at = now()
    const minute = Math.floor(at / minuteMs)
    const key = `${gateway} ${minute}`
    const empty = { gateway, minute, passed: 0, failed: 0, passedAt: null, failedAt: null, fault: null }
    const known = minutes.get(key) ?? empty
    minutes.set(
      key,
      fault === null
        ? { ...known, passed: known.passed + 1, passedAt: at }
        : { ...known, failed: known.failed + 1, failedAt: at, fault: fault.slice(0, longestFault) },
    )
  }

  async function write(): Promise<void> {
    const noted = [...minutes.entries()]
    if (noted.length === 0) return
    minutes.clear()
    try {
      await db.directoryWrite(async (tx) => {
        for (const [, { gateway, minute, passed, failed, passedAt, failedAt, fault }] of noted) {
          await tx
            .insertInto('gateway_minute')
            .values({ gateway, minute, passed, failed })
            .onConflict((conflict) =>
              conflict.columns(['gateway', 'minute']).doUpdateSet({
                passed: sql`gateway_minute.passed + excluded.passed`,
                failed: sql`gateway_minute.failed + excluded.failed`,
              }),
            )
            .execute()
          await tx
            .insertInto('gateway_last')
            .values({ gateway, passed_at: passedAt, failed_at: failedAt, fault })
            .onConflict((conflict) =>
              conflict.column('gateway').doUpdateSet({
                passed_at: sql`greatest(gateway_last.passed_at, excluded.passed_at)`,
                failed_at: sql`greatest(gateway_last.failed_at, excluded.failed_at)`,
                fault: sql`case when excluded.failed_at >= coalesce(gateway_last.failed_at, 0)
                  then excluded.fault else gateway_last.fault end`,
              }),
            )
            .execute()
        }
        await tx
          .deleteFrom('gateway_minute')
          .where('minute', '<', Math.floor((now() - keptMs) / minuteMs))
          .execute()
      })
    } catch (error) {
      log('what gateways answered was not kept', error)
    }
  }
  const keep = () => {
    keeping = keeping.then(write)
    return keeping
  }
  const timer = setInterval(() => void keep(), keepEveryMs)
  timer.unref()
  return {
    note,
    keep,
    async close() {
      clearInterval(timer)
      await keep()
    },
  }
}
