import type { Flow, FlowCondition, FlowNode } from '@moqi/domain/approvals/flow'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A flow as one version of it says; `changedAt` in ms. */
export type StoredFlow = Flow & {
  flowId: string
  name: string
  version: number
  enabled: boolean
  used: boolean
  changedAt: number
  changedBy: string
}

const flows = (db: Db, tenantId: string) =>
  db
    .selectFrom('approval_flow as f')
    .innerJoin('approval_flow_version as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'f.tenant_id')
        .onRef('v.flow_id', '=', 'f.flow_id')
        .onRef('v.version', '=', 'f.version'),
    )
    .where('f.tenant_id', '=', tenantId)
    .select(['f.flow_id', 'f.name', 'f.version', 'f.enabled', 'f.used', 'f.changed_at', 'f.changed_by'])
    .select(['v.condition', 'v.nodes'])

type Row = Awaited<ReturnType<ReturnType<typeof flows>['execute']>>[number]

const flowOf = (row: Row): StoredFlow => ({
  flowId: row.flow_id,
  name: row.name,
  version: row.version,
  enabled: row.enabled,
  used: row.used,
  condition: row.condition,
  nodes: row.nodes,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
})

/** The company's flows, the newest first. Read in its tenant. */
export async function flowsOf(db: Db, tenantId: string): Promise<StoredFlow[]> {
  return (await flows(db, tenantId).orderBy('f.changed_at', 'desc').orderBy('f.flow_id').execute()).map(flowOf)
}

/** The flows that may be applied by, the newest first. Read in the company's tenant. */
export const enabledFlows = async (db: Db, tenantId: string): Promise<StoredFlow[]> =>
  (await flowsOf(db, tenantId)).filter(({ enabled }) => enabled)

/** One of the company's flows. Throws `flow/not-found` for another's and an invented one alike. */
export async function requireFlow(db: Db, tenantId: string, flowId: string): Promise<StoredFlow> {
  const row = isUuid(flowId) ? await flows(db, tenantId).where('f.flow_id', '=', flowId).executeTakeFirst() : undefined
  if (!row) throw new Refusal('flow/not-found')
  return flowOf(row)
}

/** Holds a flow at the version it was read at. Throws `flow/not-found`, and `flow/stale` when it has moved on. */
export async function holdFlow(tx: Db, tenantId: string, flowId: string, version: number): Promise<StoredFlow> {
  const held = isUuid(flowId)
    ? await tx
        .selectFrom('approval_flow')
        .where('tenant_id', '=', tenantId)
        .where('flow_id', '=', flowId)
        .select('version')
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!held) throw new Refusal('flow/not-found')
  if (held.version !== version) throw new Refusal('flow/stale')
  return requireFlow(tx, tenantId, flowId)
}

/** Whether another flow of the company is called so. */
export async function isFlowNamed(tx: Db, tenantId: string, name: string, but: string | null): Promise<boolean> {
  const found = await tx
    .selectFrom('approval_flow')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .$if(but !== null, (query) => query.where('flow_id', '<>', but))
    .select('flow_id')
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps a flow as its next version; applications under way keep theirs. */
export async function putFlow(tx: Db, tenantId: string, flow: Omit<StoredFlow, 'used'>): Promise<void> {
  const { flowId, name, version, enabled, changedAt, changedBy } = flow
  const row = {
    name,
    version,
    enabled,
    seal_ids: [...flow.condition.sealIds],
    changed_at: changedAt,
    changed_by: changedBy,
  }
  await tx
    .insertInto('approval_flow')
    .values({ tenant_id: tenantId, flow_id: flowId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'flow_id']).doUpdateSet(row))
    .execute()
  await tx
    .insertInto('approval_flow_version')
    .values({
      tenant_id: tenantId,
      flow_id: flowId,
      version,
      condition: sql<FlowCondition>`${JSON.stringify(flow.condition)}::jsonb`,
      nodes: sql<FlowNode[]>`${JSON.stringify(flow.nodes)}::jsonb`,
    })
    .execute()
}

/** Deletes a flow by which nobody has applied. Throws `flow/used`. */
export async function dropFlow(tx: Db, tenantId: string, { flowId, used }: StoredFlow): Promise<void> {
  if (used) throw new Refusal('flow/used')
  await tx.deleteFrom('approval_flow').where('tenant_id', '=', tenantId).where('flow_id', '=', flowId).execute()
}

/** Notes that somebody has applied by a flow. */
export async function noteFlowUsed(tx: Db, tenantId: string, flowId: string): Promise<void> {
  await tx
    .updateTable('approval_flow')
    .set({ used: true })
    .where('tenant_id', '=', tenantId)
    .where('flow_id', '=', flowId)
    .where('used', '=', false)
    .execute()
}

/** How many applications are being decided by each flow. */
export async function pendingByFlow(db: Db, tenantId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('approval')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'pending')
    .groupBy('flow_id')
    .select(['flow_id', ({ fn }) => fn.countAll<number>().as('number')])
    .execute()
  return new Map(rows.map(({ flow_id, number }) => [flow_id, Number(number)]))
}
