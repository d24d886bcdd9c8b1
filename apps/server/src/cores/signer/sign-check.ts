import { contractAmount } from '@moqi/domain/contract/amount'
import { type Control, isCompanys, takesSeal } from '@moqi/domain/contract/controls'
import type { ContractState } from '@moqi/domain/contract/contract-lifecycle'
import { type SealFact, signBeforeCheck as check } from '@moqi/domain/contract/sign-check'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { OwnSpace } from '#src/platform/actor.ts'
import { type AreaRow, areasOfParty } from '#src/cores/contract/contract-files.ts'
import type { PartyRow } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { freezeReason } from '#src/cores/contract/freeze-reason.ts'
import { requiredPapers } from '#src/cores/contract/paper-demands.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ContractToSeal, UsableSeal } from '#src/cores/seal/usable-seals.ts'
import { isFlaggedUnknown, type OwnFlags } from './lending-facts.ts'

/** What decides whether a party may sign now. */
export type Signable = {
  contractState: ContractState
  /** ms since epoch */
  signExpireTime: number
  /** Null when the entry is nobody's who signs. */
  party: Pick<
    PartyRow,
    'state' | 'kind' | 'company_name' | 'name' | 'sign_kind' | 'will_kind' | 'forced_reading' | 'reading_done_at'
  > | null
  /** The names of what the party must hand in, null in place of what it has; null when nothing must be. */
  papers: (string | null)[] | null
  /** A file's bytes are known not to be what was signed (platform/scrub). */
  damaged: boolean
  /** The initiator's space is frozen. */
  paused: boolean
  /** Why the platform has frozen the contract; null while it has not. */
  contractFrozen: string | null
  /** It is flagged for what whoever acts for the party has not said to know of. */
  flagged: boolean
  /** The party's own areas. */
  areas: AreaRow[]
  /** What decides which seals may be put on it. */
  contract: ContractToSeal
}

/** Reads what decides about signing, in the home tenant. Throws `contract/not-found` when the contract is gone. */
export async function readSignable(
  home: Db,
  { tenantId, accountId, homeTenantId, contractId, partyNo }: Entry,
): Promise<Signable> {
  const place = { homeTenantId, contractId, partyNo: partyNo ?? 0, accountId }
  const [[found], areas] = await Promise.all([contractAndParty(home, place), areasOfParty(home, place)])
  if (!found) throw new Refusal('contract/not-found')
  const { contract_state, contract_kind, sign_expire_at, state, kind, name, sign_kind, will_kind, ...rest } = found
  const isParty = state !== null && kind !== null && name !== null && will_kind !== null
  const {
    forced_reading,
    counterparts,
    template_id,
    papers,
    damaged,
    paused,
    contract_frozen,
    flagged,
    amount,
    ...facts
  } = rest
  return {
    contractState: contract_state,
    signExpireTime: sign_expire_at ?? 0,
    party: isParty
      ? {
          ...facts,
          state,
          kind,
          name,
          sign_kind: sign_kind ?? 'any',
          will_kind,
          forced_reading: forced_reading ?? false,
        }
      : null,
    papers,
    damaged,
    paused,
    contractFrozen: contract_frozen,
    flagged,
    areas,
    contract: {
      contractId,
      templateId: template_id,
      counterparts: counterparts ?? [],
      amount: contractAmount(amount, tenantId === homeTenantId),
      isLetter: contract_kind === 'grant',
    },
  }
}

const contractAndParty = compiledOnce((home, { homeTenantId, contractId, partyNo, accountId }: OwnFlags) =>
  home
    .selectFrom('contract as c')
    .leftJoin('party as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'c.tenant_id')
        .onRef('p.contract_id', '=', 'c.contract_id')
        .on('p.party_no', '=', partyNo),
    )
    .where('c.tenant_id', '=', homeTenantId)
    .where('c.contract_id', '=', contractId)
    .where('c.state', '<>', 'deleted')
    .select([
      'c.state as contract_state',
      'c.kind as contract_kind',
      'c.sign_expire_at',
      'c.amount',
      'p.state',
      'p.kind',
      'p.company_name',
      'p.name',
    ])
    .select(['p.sign_kind', 'p.will_kind', 'p.forced_reading', 'p.reading_done_at'])
    .select(requiredPapers(sql.ref('c.tenant_id'), sql.ref('c.contract_id'), sql.ref('p.party_no')).as('papers'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('space as s')
            .whereRef('s.tenant_id', '=', 'c.tenant_id')
            .where('s.frozen_reason', 'is not', null)
            .select('s.tenant_id'),
        )
        .$castTo<boolean>()
        .as('paused'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('document_damage as d')
          .whereRef('d.tenant_id', '=', 'c.tenant_id')
          .whereRef('d.contract_id', '=', 'c.contract_id')
          .select('d.file_id'),
      )
        .$castTo<boolean>()
        .as('damaged'),
    )
    .select(freezeReason(sql.ref('c.tenant_id'), sql.ref('c.contract_id')).as('contract_frozen'))
    .select(isFlaggedUnknown({ homeTenantId, contractId, partyNo, accountId }).as('flagged'))
    .select((eb) =>
      eb
        .selectFrom('contract_template as t')
        .whereRef('t.tenant_id', '=', 'c.tenant_id')
        .whereRef('t.contract_id', '=', 'c.contract_id')
        .select('t.template_id')
        .as('template_id'),
    )
    .select(
      sql<string[] | null>`(
        select jsonb_agg(distinct coalesce(o.company_name, o.name)) from party o
        where o.tenant_id = c.tenant_id and o.contract_id = c.contract_id and o.state not in ('transferred', 'replaced', 'removed')
          and coalesce(o.company_name, o.name) <> coalesce(p.company_name, p.name))`.as('counterparts'),
    ),
)

/** Throws `contract/not-signable` with the text of domain.md 7.5 unless the actor may sign now. */
export function checkSignable(
  { now }: Pick<Deps, 'now'>,
  { space }: { space: OwnSpace },
  { contractState, signExpireTime, party, areas, damaged, paused, contractFrozen, flagged }: Signable,
  seals: UsableSeal[],
): void {
  if (!party) throw new Refusal('contract/not-signable', { message: '您不是该合同的签署方' })
  const text = check({
    contractState,
    partyState: party.state,
    now: now(),
    signExpireTime,
    inPartySpace: space.kind === party.kind,
    partySpaceName: party.company_name ?? party.name,
    authenticated: space.authStatus === 'passAuth',
    seal: sealFact(areas, seals),
    damaged,
    paused: paused && space.frozen === null,
    frozen: space.frozen,
    contractFrozen,
    flagged,
  })
  if (text !== null) throw new Refusal('contract/not-signable', { message: text })
}

/** A company's areas need a seal the actor may use; a person can always write by hand or make a seal on the spot. */
function sealFact(areas: AreaRow[], seals: UsableSeal[]): SealFact {
  if (!areas.some(({ control }) => isCompanys(control))) return 'direct'
  if (seals.some(({ frozen }) => frozen)) return 'frozen'
  if (asks(areas, 'legalSeal') && !fitting(seals, 'legalSeal').some(({ permission }) => permission === 'direct'))
    return 'noLegalSeal'
  if (!asks(areas, 'companySeal')) return 'direct'
  const own = fitting(seals, 'companySeal')
  if (own.length === 0) return 'noSeal'
  if (own.some(({ permission }) => permission === 'direct')) return 'direct'
  return own.some(({ permission }) => permission === 'needApproval') ? 'needApproval' : 'none'
}

const asks = (areas: AreaRow[], asked: Control) => areas.some(({ control }) => control === asked)
const fitting = (seals: UsableSeal[], control: Control) => seals.filter(({ kind }) => takesSeal(control, kind))
