import type { task } from '@moqi/api/task'
import type { flow } from '@moqi/api/flow'
import { fitsFlow, flowsFor } from '@moqi/domain/approvals/flow'
import type { SealPermission } from '@moqi/domain/seals/seal-permission'
import { legalSealText } from '@moqi/domain/contract/batch-sign'
import { Refusal } from '@moqi/domain/refusal'
import { enabledFlows } from '#src/cores/approval/flow-store.ts'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import { signableWithSeals } from '#src/cores/signer/signable-seals.ts'
import type { Signable } from '#src/cores/signer/sign-check.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { flowFacts } from './flow-facts.ts'

const texts: Readonly<Record<SealPermission, string>> = {
  direct: '',
  needApproval: '您没有该印章的使用权限，请提交用印审批',
  none: '您没有该印章的使用权限，请联系企业管理员',
}

/**
 * What the member may do with a seal on a contract (checklist C64): sign at once, apply by a flow that fits both, or
 * nothing. Without a seal named, the best of those that the member's places take.
 */
export const checkSealPermission: Handler<typeof task.checkSealPermission> = async (deps, member, input) => {
  const entry = await requireEntry(deps, member, input.signId)
  const { signable, seals: all } = await signableWithSeals(deps, member, entry)
  const seals = input.sealId === undefined ? all : all.filter(({ seal_id }) => seal_id === input.sealId)
  if (input.sealId !== undefined && seals.length === 0) throw new Refusal('seal/not-found')
  const settled = input.sealId === undefined ? withoutCompanySeal(signable, seals) : null
  if (settled) return settled
  if (seals.some(({ permission, kind }) => permission === 'direct' && (input.sealId || kind === 'company')))
    return answer('direct')
  for (const { seal_id, permission } of seals) {
    if (permission === 'needApproval' && (await flowsOffered(deps, member, entry, seal_id)).length > 0)
      return answer('needApproval')
  }
  if (seals.some(({ frozen }) => frozen)) return { sealPermission: 'none', message: frozenText }
  return answer('none')
}

const frozenText = '企业印章已全部冻结，暂时不能签署，请联系企业管理员'
const answer = (sealPermission: SealPermission) => ({ sealPermission, message: texts[sealPermission] })

/** What places say that ask for no seal of the company: nothing, or the legal representative's; null where one does. */
function withoutCompanySeal({ areas }: Pick<Signable, 'areas'>, seals: readonly UsableSeal[]) {
  const asked = areas.map(({ control }) => control)
  if (asked.includes('legalSeal') && !seals.some(isLegals))
    return { sealPermission: 'none' as const, message: legalSealText }
  return asked.includes('companySeal') ? null : answer('direct')
}

const isLegals = ({ kind, permission }: UsableSeal) => kind === 'legal' && permission === 'direct'

/**
 * The flows that the member may choose from for a seal on a contract (checklist C68); none for a seal that needs no
 * approval, or that nobody may ask for.
 */
export const listFlow: Handler<typeof flow.listFlow> = async (deps, member, { signId, sealId, amount }) => {
  const entry = await requireEntry(deps, member, signId)
  const { seals } = await signableWithSeals(deps, member, entry)
  const seal = seals.find(({ seal_id }) => seal_id === sealId)
  if (!seal) throw new Refusal('seal/not-found')
  const flows = isAskable(seal) ? await flowsOffered(deps, member, entry, sealId, amount ?? null) : []
  return {
    flowArray: flows.map(({ flowId, name, nodes }) => ({ flowId, flowName: name, nodeNumber: nodes.length })),
  }
}

const isAskable = ({ permission }: UsableSeal) => permission === 'needApproval'

/** The flows that may be chosen; of an amount that nobody was asked for yet, those that serve some amount. */
async function flowsOffered(deps: Deps, { tenantId }: Member, entry: Entry, sealId: string, amount?: number | null) {
  const facts = await deps.db.read(entry.homeTenantId, async (home) =>
    flowFacts(home, await loadContract(home, entry), { sealIds: [sealId], amount: amount ?? null, tenantId }),
  )
  const flows = await deps.db.read(tenantId, (own) => enabledFlows(own, tenantId))
  if (amount !== undefined || facts.amount !== null) return flowsFor(flows, facts)
  return flows.filter(({ condition: { sealIds, counterparts, templateIds } }) =>
    fitsFlow({ sealIds, counterparts, templateIds, amountMin: null, amountMax: null }, facts),
  )
}
