import type { flow } from '@moqi/api/flow'
import type { Input } from '@moqi/api/call'
import { checkFlowName, type Flow, flowFaults, type FlowCondition, flowLimits } from '@moqi/domain/approvals/flow'
import { Refusal } from '@moqi/domain/refusal'
import { colleaguesById } from '#src/cores/approval/approvers.ts'
import { dropFlow, flowsOf, holdFlow, isFlowNamed, putFlow } from '#src/cores/approval/flow-store.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { nameOf } from './change-application.ts'

/** Makes a flow, or a flow's next version: what is being decided keeps the one it was submitted by. */
export const saveFlow: Handler<typeof flow.saveFlow> = async (deps, member, input) => {
  const { tenantId } = member
  const name = fieldOf('flowName', checkFlowName(input.flowName))
  const content = contentOf(input)
  const faults = flowFaults(content)
  if (faults.length > 0) throw new Refusal('field/invalid', { ...faults[0], faults })
  return deps.db.write(tenantId, async (tx) => {
    const { flowId, version, enabled } = await nextVersion(deps, tx, tenantId, input)
    if (await isFlowNamed(tx, tenantId, name, flowId)) throw new Refusal('flow/name-taken')
    await checkNamed(tx, tenantId, content)
    const { condition, nodes } = content
    const change = { changedAt: deps.now(), changedBy: nameOf(member) }
    await putFlow(tx, tenantId, { flowId, name, version, enabled, condition, nodes, ...change })
    return keepAnswer(tx, deps, member, { flowId, version })
  })
}

/** Of a flow that was read at a version the one after it; a new flow serves at once. */
async function nextVersion(
  { newId }: Pick<Deps, 'newId'>,
  tx: Db,
  tenantId: string,
  { flowId, version }: Input<typeof flow.saveFlow>,
): Promise<{ flowId: string; version: number; enabled: boolean }> {
  if (flowId) {
    const held = await holdFlow(tx, tenantId, flowId, version ?? 0)
    return { flowId, version: held.version + 1, enabled: held.enabled }
  }
  if ((await flowsOf(tx, tenantId)).length >= flowLimits.flows)
    throw new Refusal('field/invalid', { field: 'flowName', message: `审批流程最多${flowLimits.flows}个` })
  return { flowId: newId(), version: 1, enabled: true }
}

const contentOf = ({ condition, nodeArray }: Input<typeof flow.saveFlow>): Flow => ({
  condition: {
    sealIds: [...new Set(condition.sealIdArray)],
    amountMin: condition.amountMin,
    amountMax: condition.amountMax,
    counterparts: [...new Set(condition.counterpartArray)],
    templateIds: [...new Set(condition.templateIdArray)],
  },
  nodes: nodeArray.map(({ nodeMode, memberIdArray }) => ({ mode: nodeMode, approverIds: memberIdArray })),
})

/** Throws unless everybody named is of the company and may approve, and every seal and template is the company's. */
async function checkNamed(tx: Db, tenantId: string, { condition, nodes }: Flow): Promise<void> {
  const colleagues = await colleaguesById(tx, tenantId)
  for (const [index, { approverIds }] of nodes.entries()) {
    for (const accountId of approverIds) {
      const found = colleagues.get(accountId)
      if (!found?.isPresent) throw new Refusal('member/not-found')
      if (found.mayApprove) continue
      const message = `${found.name}没有“审批用印”权限，请先在角色中授予`
      throw new Refusal('field/invalid', { field: `nodeArray.${index}`, message })
    }
  }
  await checkSeals(tx, tenantId, condition)
  await checkTemplates(tx, tenantId, condition)
}

async function checkSeals(tx: Db, tenantId: string, { sealIds }: FlowCondition): Promise<void> {
  if (sealIds.length === 0) return
  if (!sealIds.every(isUuid)) throw new Refusal('seal/not-found')
  const found = await tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', 'in', [...sealIds])
    .where('kind', '=', 'company')
    .where('status', '<>', 'deleted')
    .select('seal_id')
    .execute()
  if (found.length < sealIds.length) throw new Refusal('seal/not-found')
}

async function checkTemplates(tx: Db, tenantId: string, { templateIds }: FlowCondition): Promise<void> {
  if (templateIds.length === 0) return
  if (!templateIds.every(isUuid)) throw new Refusal('template/not-found')
  const found = await tx
    .selectFrom('template')
    .where('tenant_id', '=', tenantId)
    .where('template_id', 'in', [...templateIds])
    .select('template_id')
    .execute()
  if (found.length < templateIds.length) throw new Refusal('template/not-found')
}

/** Has a flow serve, or serve no more: what is being decided by it goes on. */
export const switchFlow: Handler<typeof flow.switchFlow> = async (deps, member, { flowId, version, flowStatus }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const { name, condition, nodes } = await holdFlow(tx, tenantId, flowId, version)
    const next = { flowId, version: version + 1 }
    const change = { enabled: flowStatus === 'enabled', changedAt: deps.now(), changedBy: nameOf(member) }
    await putFlow(tx, tenantId, { ...next, name, condition, nodes, ...change })
    return keepAnswer(tx, deps, member, next)
  })
}

/** Deletes a flow that nobody has applied by. */
export const deleteFlow: Handler<typeof flow.deleteFlow> = async (deps, member: Member, { flowId, version }) =>
  deps.db.write(member.tenantId, async (tx) => {
    await dropFlow(tx, member.tenantId, await holdFlow(tx, member.tenantId, flowId, version))
    return keepAnswer(tx, deps, member, null)
  })
