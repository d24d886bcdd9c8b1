import type { Approver, CompanyFlow, flow, ProcessNode } from '@moqi/api/flow'
import type { Flow } from '@moqi/domain/approvals/flow'
import { maskPhone } from '@moqi/domain/identity/phone'
import { type Colleague, colleaguesById, mayDecide } from '#src/cores/approval/approvers.ts'
import { flowsOf, pendingByFlow, requireFlow, type StoredFlow } from '#src/cores/approval/flow-store.ts'
import type { Db } from '#src/platform/database/database.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { shownNodes } from './shown-nodes.ts'

/** The company's flows as who edits them sees them. */
export const listCompanyFlow: Handler<typeof flow.listCompanyFlow> = async ({ db }, { tenantId }) =>
  db.read(tenantId, async (own) => {
    const known = await knownOf(own, tenantId)
    return { flowArray: (await flowsOf(own, tenantId)).map((one) => companyFlow(one, known)) }
  })

/** One of them. */
export const getCompanyFlow: Handler<typeof flow.getCompanyFlow> = async ({ db }, { tenantId }, { flowId }) =>
  db.read(tenantId, async (own) => companyFlow(await requireFlow(own, tenantId, flowId), await knownOf(own, tenantId)))

type Known = {
  colleagues: ReadonlyMap<string, Colleague>
  seals: ReadonlyMap<string, string>
  templates: ReadonlyMap<string, string>
  pending: ReadonlyMap<string, number>
}

async function knownOf(own: Db, tenantId: string): Promise<Known> {
  const seals = await own
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'is', null)
    .select(['seal_id', 'name'])
    .execute()
  const templates = await own
    .selectFrom('template')
    .where('tenant_id', '=', tenantId)
    .select(['template_id', 'name'])
    .execute()
  return {
    colleagues: await colleaguesById(own, tenantId),
    seals: new Map(seals.map(({ seal_id, name }) => [seal_id, name])),
    templates: new Map(templates.map(({ template_id, name }) => [template_id, name])),
    pending: await pendingByFlow(own, tenantId),
  }
}

function companyFlow(stored: StoredFlow, { colleagues, seals, templates, pending }: Known): CompanyFlow {
  const { condition, flowId } = stored
  return {
    flowId,
    version: stored.version,
    flowName: stored.name,
    flowStatus: stored.enabled ? 'enabled' : 'disabled',
    condition: {
      sealIdArray: [...condition.sealIds],
      amountMin: condition.amountMin,
      amountMax: condition.amountMax,
      counterpartArray: [...condition.counterparts],
      templateIdArray: [...condition.templateIds],
    },
    sealArray: condition.sealIds.map((sealId) => ({ sealId, sealName: seals.get(sealId) ?? '' })),
    templateArray: condition.templateIds.map((templateId) => ({
      templateId,
      templateName: templates.get(templateId) ?? '',
    })),
    nodeArray: stored.nodes.map(({ mode, approverIds }) => ({
      nodeMode: mode,
      approverArray: approverIds.map((accountId) => shownApprover(accountId, colleagues)),
    })),
    pendingNumber: pending.get(flowId) ?? 0,
    deletable: stored.used ? 0 : 1,
    changeTime: stored.changedAt,
    changeBy: stored.changedBy,
  }
}

/** Somebody a flow names, with why they could not decide; `applicantId` of a dry run. */
export function shownApprover(
  accountId: string,
  colleagues: ReadonlyMap<string, Colleague>,
  applicantId?: string,
): Approver {
  const found = colleagues.get(accountId)
  return {
    memberId: accountId,
    nickName: found?.name ?? '已离开的成员',
    phone: maskPhone(found?.phone ?? ''),
    absence: absenceOf(found, accountId === applicantId),
  }
}

function absenceOf(found: Colleague | undefined, isApplicant: boolean): Approver['absence'] {
  if (!found?.isPresent) return 'left'
  if (!found.mayApprove) return 'noRight'
  return isApplicant ? 'applicant' : null
}

/** Everybody of the company who may approve: for who edits flows or hands a seat over; nobody for anybody else. */
export const listApprover: Handler<typeof flow.listApprover> = async ({ db }, { tenantId, space }) => {
  const asks = space.rights.includes('manageFlows') || space.rights.includes('approveSealUse')
  if (space.kind !== 'company' || !asks) return { approverArray: [] }
  const colleagues = await db.directory((directory) => colleaguesById(directory, tenantId))
  const able = [...colleagues.values()].filter(mayDecide)
  return { approverArray: able.map(({ accountId }) => shownApprover(accountId, colleagues)) }
}

/** A flow with those whom it names, or an application with how far it is (checklist C69). */
export const getFlow: Handler<typeof flow.getFlow> = async (deps, member, input) => {
  if ('approveId' in input) {
    const { row, seats } = await deps.db.read(member.tenantId, (own) =>
      requireApplication(own, member, input.approveId),
    )
    return { flowId: row.flow_id, flowName: row.flow_name, nodeArray: shownNodes(seats) }
  }
  return deps.db.read(member.tenantId, async (own) => {
    const stored = await requireFlow(own, member.tenantId, input.flowId)
    const colleagues = await colleaguesById(own, member.tenantId)
    return { flowId: stored.flowId, flowName: stored.name, nodeArray: plannedNodes(stored, colleagues) }
  })
}

const plannedNodes = ({ nodes }: Flow, colleagues: ReadonlyMap<string, Colleague>): ProcessNode[] =>
  nodes.map(({ mode, approverIds }, index) => ({
    nodeNo: index + 1,
    nodeMode: mode,
    approverArray: approverIds.map((accountId) => ({
      nickName: colleagues.get(accountId)?.name ?? '已离开的成员',
      approveStatus: 'waiting',
      approveTime: null,
      opinion: null,
      delegatedFrom: null,
    })),
  }))
