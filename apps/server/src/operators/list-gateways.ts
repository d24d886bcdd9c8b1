import type { Gateway, operatorHealth } from '@moqi/api/operator-health'
import { flagOf } from '@moqi/api/wire/flag'
import type { GatewayName } from '@moqi/domain/operators/gateways'
import { hourMs } from '@moqi/domain/time/civil-date'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { gatewaySettings } from './gateway-settings.ts'

/** Whoever the platform asks, with what is set of them and what they have answered lately. */
export const listGateways: Handler<typeof operatorHealth.listGateways> = async (deps) => {
  await deps.tally.keep()
  const { last, hour } = await answered(deps)
  const gatewayArray = gatewaySettings(deps).map(({ gateway, isEmbedded, ...set }): Gateway => {
    const known = last.get(gateway)
    const counted = hour.get(gateway)
    return {
      gateway,
      isEmbedded: flagOf(isEmbedded),
      ...set,
      passTime: known?.passed_at ?? null,
      failTime: known?.failed_at ?? null,
      fault: known?.fault ?? null,
      passNumber: counted?.passed ?? 0,
      failNumber: counted?.failed ?? 0,
    }
  })
  return { gatewayArray }
}

type Last = { passed_at: number | null; failed_at: number | null; fault: string | null }
type Counted = { passed: number; failed: number }

function answered({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return db.directory(async (directory) => {
    const last = await directory.selectFrom('gateway_last').selectAll().execute()
    const hour = await directory
      .selectFrom('gateway_minute')
      .where('minute', '>', Math.floor((now() - hourMs) / 60_000))
      .groupBy('gateway')
      .select(({ fn }) => ['gateway', fn.sum<number>('passed').as('passed'), fn.sum<number>('failed').as('failed')])
      .execute()
    return {
      last: new Map<GatewayName, Last>(last.map((row) => [row.gateway, row])),
      hour: new Map<GatewayName, Counted>(
        hour.map(({ gateway, passed, failed }) => [gateway, { passed: Number(passed), failed: Number(failed) }]),
      ),
    }
  })
}
