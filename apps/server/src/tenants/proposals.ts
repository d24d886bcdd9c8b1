import type { proposal } from '@moqi/api/proposal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { proposalKinds, proposalLifecycle, proposalText } from '@moqi/domain/operators/proposal'
import { freezeFlagged, thawFlagged } from '#src/cores/contract/freeze-contracts.ts'
import { revokeAsAgreed } from '#src/cores/certificate/revoke-registered.ts'
import { dropDeed } from '#src/cores/identity/auth-deed.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { decideProposal, type ProposalRow, tenantOfProposal } from '#src/cores/operator/proposal.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { adjustAsAgreed } from './adjust-quota.ts'
import { endAsAgreed } from './end-authentication.ts'
import { requireTenant, type SpaceRow } from './find-tenants.ts'
import { carryOut } from './freeze-tenant.ts'

type Calls = typeof proposal

const pageSize = 50

/** What waits for a second operator, of one space or of all; the oldest first. */
export const listProposals: Handler<Calls['listProposals']> = async ({ db, now }, { operatorId }, input) => {
  const { tenantId } = input
  const after = readCursor(input.cursor)
  if (tenantId !== undefined && !isUuid(tenantId)) return { proposalArray: [], nextCursor: null }
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('tenant_proposal as p')
      .innerJoin('space as s', 's.tenant_id', 'p.tenant_id')
      .innerJoin('operator as o', 'o.operator_id', 'p.proposed_by')
      .where('p.state', '=', proposalLifecycle.initial)
      .where('p.lapses_at', '>', now())
      .$if(tenantId !== undefined, (query) => query.where('p.tenant_id', '=', tenantId ?? ''))
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('p.proposed_at', 'p.proposal_id'), '>', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('p.proposed_at')
      .orderBy('p.proposal_id')
      .limit(pageSize + 1)
      .selectAll('p')
      .select(['s.name as space_name', 'o.name as by_name'])
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, ({ proposed_at: at, proposal_id: id }) => ({ at, id }))
  return {
    nextCursor,
    proposalArray: page.map((row) => ({
      proposalId: row.proposal_id,
      tenantId: row.tenant_id,
      spaceName: row.space_name,
      proposalKind: row.kind,
      what: row.details && proposalText(row.details),
      endingId: row.details && 'endingId' in row.details ? row.details.endingId : null,
      reason: row.reason,
      proposalStatus: row.state,
      proposedBy: row.by_name,
      isOwn: row.proposed_by === operatorId ? 1 : 0,
      proposeTime: row.proposed_at,
      lapseTime: row.lapses_at,
    })),
  }
}

/** Agrees to what another operator has proposed, which is done at once. */
export const agreeProposal: Handler<Calls['agreeProposal']> = (deps, operator, { proposalId }) =>
  decide(deps, proposalId, async (tx, space) => {
    const { operatorId } = operator
    const row = await decideProposal(deps, tx, proposalId, { event: 'agree', operatorId, answer: null })
    await done(deps, tx, operator, { row, space })
  })

/** Refuses it, with a reason; who has proposed it may take it back so. */
export const refuseProposal: Handler<Calls['refuseProposal']> = async (deps, { operatorId, address }, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  return decide(deps, input.proposalId, async (tx, { name, tenant_id: tenantId }) => {
    const decided = await decideProposal(deps, tx, input.proposalId, { event: 'refuse', operatorId, answer: reason })
    const { kind, details } = decided
    if (details && 'endingId' in details) await dropDeed(tx, { tenantId, endingId: details.endingId })
    const detail = `${name}　${proposalKinds[kind]}　${reason}`
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'refuseProposal', detail })
  })
}

async function decide(
  deps: Deps,
  proposalId: string,
  judge: (tx: Db, space: SpaceRow) => Promise<void>,
): Promise<null> {
  const space = await deps.db.directory(async (directory) =>
    requireTenant(directory, await tenantOfProposal(directory, proposalId)),
  )
  await deps.db.write(space.tenant_id, (tx) => judge(tx, space))
  return null
}

/** Carries out what two operators want. */
async function done(
  deps: Deps,
  tx: Db,
  operator: Operator,
  { row, space }: { row: ProposalRow; space: SpaceRow },
): Promise<void> {
  const { kind, reason, details } = row
  if (kind === 'freeze' || kind === 'thaw') return carryOut(deps, tx, operator, { space, kind, reason })
  if (details === null) throw new Error(`a proposal of nothing to ${kind}`)
  if ('serial' in details) return revokeAsAgreed(deps, tx, operator, { revocation: details, reason })
  if ('fromAt' in details) return void (await freezeFlagged(deps, tx, operator, { space, range: details, reason }))
  if ('freezingId' in details) {
    return void (await thawFlagged(deps, tx, operator, { space, freezingId: details.freezingId, reason }))
  }
  if ('endingId' in details) return endAsAgreed(deps, tx, operator, { space, endingId: details.endingId })
  return adjustAsAgreed(deps, tx, operator, { space, reason, adjustment: details })
}
