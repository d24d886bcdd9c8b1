import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import type { RowView } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Entry } from './entry.ts'

/** A contract as it is kept, in its home tenant. */
export type ContractRow = Selectable<Schema['contract']>
/** A party as it is kept, beside its contract. */
export type PartyRow = Selectable<Schema['party']>
/** A copy recipient as it is kept, beside its contract. */
export type CcRow = Selectable<Schema['contract_cc']>

/** A contract with its parties and copy recipients in number order. Read in the home tenant. */
export type StoredContract = { contract: ContractRow; parties: PartyRow[]; cc: CcRow[] }

type Place = Pick<Entry, 'homeTenantId' | 'contractId'>

/** Reads a contract; throws `contract/not-found` when it is gone. */
export async function loadContract(db: Db, place: Place): Promise<StoredContract> {
  return withParties(db, place, contractAt(db, place))
}

/** Reads a contract and holds it until the transaction ends: one change at a time (domain.md 5.1). */
export async function lockContract(tx: Db, place: Place): Promise<StoredContract> {
  return withParties(tx, place, lockedContractAt(tx, place))
}

const contractQuery = (db: Db, { homeTenantId, contractId }: Place) =>
  db.selectFrom('contract').where('tenant_id', '=', homeTenantId).where('contract_id', '=', contractId).selectAll()

const contractAt = compiledOnce(contractQuery)
const lockedContractAt = compiledOnce((tx, place: Place) => contractQuery(tx, place).forUpdate())
const partiesAt = compiledOnce((db, { homeTenantId, contractId }: Place) =>
  db
    .selectFrom('party')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .selectAll()
    .orderBy('party_no'),
)

const ccAt = compiledOnce((db, { homeTenantId, contractId }: Place) =>
  db
    .selectFrom('contract_cc')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .selectAll()
    .orderBy('cc_no'),
)

/** Holds a contract, also one in the recycle bin. Throws `contract/not-found` when there is none. */
export async function lockBinned(tx: Db, place: Place): Promise<StoredContract> {
  const [[contract], parties] = await Promise.all([lockedContractAt(tx, place), partiesAt(tx, place)])
  if (!contract) throw new Refusal('contract/not-found')
  return { contract, parties, cc: contract.has_cc ? await ccAt(tx, place) : [] }
}

/** The parties' statement follows the contract's, so it sees what the holder of the lock before has committed. */
async function withParties(db: Db, place: Place, contractFound: Promise<ContractRow[]>): Promise<StoredContract> {
  const [[contract], parties] = await Promise.all([contractFound, partiesAt(db, place)])
  if (!contract || contract.state === 'deleted') throw new Refusal('contract/not-found')
  // Most contracts are copied to nobody, and are not asked.
  return { contract, parties, cc: contract.has_cc ? await ccAt(db, place) : [] }
}

/** What the row policy needs to know about an entry. */
export function viewOf(
  { contract, parties }: Omit<StoredContract, 'cc'>,
  entry: Pick<Entry, 'partyNo' | 'isInitiator'>,
): RowView {
  const own = parties.find((party) => party.party_no === entry.partyNo)
  return {
    contractState: contract.state,
    voidState: contract.void_state,
    kind: contract.kind,
    isInitiator: entry.isInitiator,
    ownPartyState: own?.state ?? null,
    isCc: !entry.isInitiator && entry.partyNo === null,
  }
}

/** A party as others read it: the company, or the person. */
export const partyName = (party: Pick<PartyRow, 'company_name' | 'name'>): string => party.company_name ?? party.name

/** A person, and the company it acts for after a `/`, as lists and their search have them (spec §7.2). */
const inFull = (name: string, company: string | null) => [name, company].filter(Boolean).join('/')

/** The party of that number. Throws `contract/changed` when there is none any more. */
export function partyOf({ parties }: Pick<StoredContract, 'parties'>, partyNo: number | null): PartyRow {
  const party = parties.find(({ party_no }) => party_no === partyNo)
  if (!party) throw new Refusal('contract/changed')
  return party
}

/**
 * Everybody who signs, in their order, as a list shows them, but those of a viewer's own side behind the others: whom a
 * contract is with tells it from the next. Who handed over is no longer one.
 */
export const partyNamesOf = (parties: readonly PartyRow[], isOwn: (party: PartyRow) => boolean = () => false): string =>
  parties
    .filter((party) => !hasLeft(party))
    .toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)) || a.sign_order - b.sign_order)
    .map(({ name, company_name }) => inFull(name, company_name))
    .join('、')

type Initiator = Pick<ContractRow, 'initiator_company' | 'initiator_name'>

/** The initiator as others read it: the company, or the person. */
export const initiatorName = (contract: Initiator): string => contract.initiator_company ?? contract.initiator_name

/** The initiator as a list shows it: the person, then the company. */
export const initiatorInFull = ({ initiator_name, initiator_company }: Initiator): string =>
  inFull(initiator_name, initiator_company)

/** The initiator as mails and reports write it: 张伟（杭州云启科技有限公司）. */
export const initiatorWritten = ({ initiator_name, initiator_company }: Initiator): string =>
  initiator_company === null ? initiator_name : `${initiator_name}（${initiator_company}）`
