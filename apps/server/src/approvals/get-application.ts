import type { approval, ApproveInfo } from '@moqi/api/approval'
import { willAsked } from '@moqi/api/wire/will'
import { approvalEventLabels, offeredOperations } from '@moqi/domain/approvals/approval-policy'
import { urgeWait } from '@moqi/domain/contract/after-sending'
import { hasLeft, partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Application } from '#src/cores/approval/application.ts'
import { openIntent } from '#src/cores/approval/kept-intent.ts'
import { areasOfParty, shownAttachments, shownFiles, wireArea } from '#src/cores/contract/contract-files.ts'
import { loadContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { companiesOf, shownParty } from '#src/cores/contract/shown-party.ts'
import type { Choice } from '#src/cores/signer/signing-intent.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { approvals, shownRow } from './list-applications.ts'
import { shownNodes } from './shown-nodes.ts'
import { approverUrge } from './urge-approvers.ts'
import { demandOnApproval } from './decide-application.ts'

/**
 * One application with its contract, as its applicant and approvers see it (checklist C91): the approver reads the
 * contract by this right and no other.
 */
export const getApproveInfo: Handler<typeof approval.getApproveInfo> = async (deps, member, { approveId }) => {
  const application = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, approveId))
  const { row } = application
  const place = { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  const contract = await deps.db.read(row.home_tenant_id, async (home) => {
    const stored = await loadContract(home, place)
    return { stored, shown: await shownContract(home, stored, application) }
  })
  const own = await deps.db.read(member.tenantId, (tenant) => shownOwn(deps, tenant, member, application))
  const choices = openIntent(deps, row).choices
  return {
    ...own,
    ...contract.shown.facts,
    positionArray: contract.shown.positionArray.map((position) => withChoice(position, choices)),
    willDemand: willAsked(demandOnApproval(application.row, member.space)),
    operationArray: operationsOf(member, application, contract.stored),
  }
}

type Position = ApproveInfo['positionArray'][number]

/** A place with what the applicant chose for it. */
function withChoice(position: Position, choices: readonly Choice[]): Position {
  const choice = choices.find(({ areaId }) => areaId === position.positionId)
  return Object.assign(position, {
    sealId: choice?.sealId ?? position.sealId,
    value: choice?.value ?? position.value,
  })
}

async function shownContract(home: Db, stored: StoredContract, { row }: Application) {
  const { contract, parties } = stored
  const place = { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  const way = { approveId: row.approval_id }
  const companies = await companiesOf(home, parties)
  const areas = await areasOfParty(home, { ...place, partyNo: row.party_no })
  return {
    positionArray: areas.map(wireArea),
    facts: {
      taskId: contract.contract_id,
      remark: contract.remark,
      fileArray: await shownFiles(home, place, way),
      attachmentArray: await shownAttachments(home, place, way),
      signerArray: parties.filter((party) => !hasLeft(party)).map((party) => shownParty(party, false, companies)),
    },
  }
}

async function shownOwn(deps: Deps, tenant: Db, member: Member, { row, seats }: Application) {
  const listed = await approvals(tenant, member).where('a.approval_id', '=', row.approval_id).executeTakeFirst()
  if (!listed) throw new Refusal('approval/not-found')
  const seals = await tenant
    .selectFrom('seal')
    .where('tenant_id', '=', row.tenant_id)
    .where(
      'seal_id',
      'in',
      row.seals.map(({ sealId }) => sealId),
    )
    .select(['seal_id', 'kind', 'width', 'height'])
    .execute()
  const history = await tenant
    .selectFrom('approval_event')
    .where('tenant_id', '=', row.tenant_id)
    .where('approval_id', '=', row.approval_id)
    .orderBy('event_no')
    .select(['at', 'who', 'event', 'detail'])
    .execute()
  const facts = approverUrge(seats, history.findLast(({ event }) => event === 'urge')?.at ?? null)
  return {
    ...shownRow(listed),
    flowId: row.flow_id,
    signId: row.applicant_id === member.accountId ? row.sign_id : null,
    spaceName: member.space.name,
    sealArray: row.seals.flatMap(({ sealId, name, needsApproval }) => {
      const seal = seals.find(({ seal_id }) => seal_id === sealId)
      if (!seal) return []
      const { kind, width, height } = seal
      const sealImg = `/api/common/v1/seal/image?sealId=${sealId}`
      return [{ sealId, sealName: name, sealType: kind, width, height, sealImg, needsApproval: flagOf(needsApproval) }]
    }),
    nodeArray: shownNodes(seats),
    historyArray: history.map(({ at, who, event, detail }) => ({
      time: at,
      who,
      event,
      label: approvalEventLabels[event],
      detail,
    })),
    urgeWait: facts && urgeWait(facts, deps.now()),
    stampFault: row.stamp_fault,
  }
}

const flagOf = (is: boolean): 0 | 1 => (is ? 1 : 0)

/** What the viewer may do now; it is sent again only while it is still the applicant's to sign. */
function operationsOf(member: Member, { row, seats }: Application, { contract, parties }: StoredContract) {
  const isApplicant = row.applicant_id === member.accountId
  const ownSeat = seats.findLast(({ accountId, state }) => accountId === member.accountId && state === 'open')
  const party = parties.find(({ party_no }) => party_no === row.party_no)
  const isOpen =
    contract.state === 'signing' &&
    party?.account_id === row.applicant_id &&
    partyLifecycle.can(party.state, 'submitApproval')
  return offeredOperations({
    state: row.state,
    isApplicant,
    ownSeat: ownSeat?.state ?? null,
    managesFlows: member.space.rights.includes('manageFlows'),
  }).filter((operation) => operation !== 'send' || isOpen)
}
