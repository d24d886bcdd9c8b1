import type { contractFreezing } from '@moqi/api/contract-freezing'
import { flagOf } from '@moqi/api/wire/flag'
import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import { sql } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'

type Calls = typeof contractFreezing
const pageSize = 20
const open = contractLifecycle.states.filter((state) => contractLifecycle.can(state, 'signed'))

/** Spaces whose contracts were flagged, in numbers; where that happened last is first. */
export const listFlaggedSpaces: Handler<Calls['listFlaggedSpaces']> = async ({ db }, _operator, input) => {
  const after = readCursor(input.cursor)
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('flagged_number as n')
      .innerJoin('space as s', 's.tenant_id', 'n.tenant_id')
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('n.last_at', 'n.tenant_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('n.last_at', 'desc')
      .orderBy('n.tenant_id', 'desc')
      .limit(pageSize + 1)
      .selectAll('n')
      .select(['s.name', 's.frozen_reason'])
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.last_at, id: row.tenant_id }))
  return {
    spaceArray: page.map((row) => ({
      tenantId: row.tenant_id,
      spaceName: row.name,
      flaggedNumber: row.flagged_number,
      loanNumber: row.loan_number,
      blankNumber: row.blank_number,
      lastTime: row.last_at,
      isFrozen: flagOf(row.frozen_reason !== null),
    })),
    nextCursor,
  }
}

/** Who has launched the flagged contracts of a space that is looked into that are being signed; the most first. */
export const listFlaggedLaunchers: Handler<Calls['listFlaggedLaunchers']> = async ({ db }, _operator, { tenantId }) => {
  const rows = await db.read(tenantId, (home) =>
    home
      .selectFrom('contract_flag as f')
      .innerJoin('contract as c', (join) =>
        join.onRef('c.tenant_id', '=', 'f.tenant_id').onRef('c.contract_id', '=', 'f.contract_id'),
      )
      .where('f.tenant_id', '=', tenantId)
      .where('f.launcher_id', 'is not', null)
      .where('c.state', 'in', open)
      .groupBy('f.launcher_id')
      .select('f.launcher_id')
      .select(({ fn }) => fn.max('c.initiator_name').as('name'))
      .select(sql<number>`count(distinct f.contract_id)::int`.as('number'))
      .orderBy('number', 'desc')
      .orderBy('f.launcher_id')
      .execute(),
  )
  return {
    launcherArray: rows.map(({ launcher_id, name, number }) => ({
      launcherId: launcher_id ?? '',
      launcherName: name,
      contractNumber: number,
    })),
  }
}
