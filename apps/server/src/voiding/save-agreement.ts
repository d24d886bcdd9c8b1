import type { Input, Output } from '@moqi/api/call'
import type { voiding } from '@moqi/api/voiding'
import { wireStatus } from '@moqi/api/wire/contract'
import type { Area } from '@moqi/domain/contract/area'
import { deadlineFaults, partyFaults } from '@moqi/domain/contract/draft-rules'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { enforce, rowStatus } from '@moqi/domain/contract/row-policy'
import { termFaults, trimmedTerms, type VoidTerms } from '@moqi/domain/contract/void-terms'
import { Refusal } from '@moqi/domain/refusal'
import { areasOf, filesInOrder } from '#src/cores/contract/contract-files.ts'
import { loadContract, type PartyRow, viewOf } from '#src/cores/contract/contract-rows.ts'
import { byVerb, type ContractVerb, noFacts } from '#src/cores/contract/contract-verb.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { type MadeFile, putMadeFile } from '#src/cores/contract/made-file.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { readOrigin } from './agreement-pair.ts'
import { putTerms, termsOf, type WireTerms } from './agreement-terms.ts'
import { newOperators, type Operator } from './replace-operators.ts'
import { type AgreementFacts, controlsOf, typesetAgreement } from './typeset-agreement.ts'

type Save = typeof voiding.saveTaskRelieve

/**
 * Keeps what the parties shall agree on, typesets the agreement anew, and makes it ready to be sent (checklist C66).
 */
export const saveTaskRelieve: Handler<Save> = async (deps, member, input) => {
  const terms = checkedTerms(input, deps.now())
  const entry = await requireEntry(deps, member, input.signId)
  const { operators, facts } = await deps.db.read(entry.homeTenantId, (home) =>
    readFacts(home, { entry, member, input, terms }),
  )
  const made = await typesetAgreement(deps, member, facts)
  const { signId, version, signExpireTime } = input
  return byVerb(keepAgreement)(deps, member, { signId, version, signExpireTime, terms, operators, ...made })
}

/** The terms and the deadline of an agreement that travelled, at `now` in ms. Throws `field/invalid`. */
export function checkedTerms(input: WireTerms & Pick<Input<Save>, 'signExpireTime'>, now: number): VoidTerms {
  const terms = trimmedTerms(termsOf(input))
  const [fault] = [...termFaults(terms), ...deadlineFaults('void', input.signExpireTime, now)]
  if (fault) throw new Refusal('field/invalid', { ...fault, field: wireField(fault.field) })
  return terms
}

const wireField = (field: string) => (field === 'remark' ? 'relieveRemark' : field)

type Asked = { entry: Entry; member: Member; input: Input<Save>; terms: VoidTerms }

/** What the agreement is written of, as it stands in the version that was read. */
async function readFacts(
  home: Db,
  { entry, member, input, terms }: Asked,
): Promise<{ operators: ReadonlyMap<number, Operator>; facts: AgreementFacts }> {
  const stored = await loadContract(home, entry)
  const { contract, parties } = stored
  enforce('edit', viewOf(stored, entry))
  if (contract.version !== input.version) throw new Refusal('contract/stale-draft')
  const origin = await readOrigin(home, contract)
  const place = { homeTenantId: entry.homeTenantId, contractId: origin.contract_id }
  const operators = await newOperators(home, member, parties, input.signerArray)
  checkParties(parties, operators)
  const { parties: signed } = await loadContract(home, place)
  const numbers = signed.filter((party) => !hasLeft(party)).map(({ party_no }) => party_no)
  const areas = await areasOf(home, place)
  const files = await filesInOrder(home, place)
    .innerJoin('document_head as h', (join) =>
      join
        .onRef('h.tenant_id', '=', 'c.tenant_id')
        .onRef('h.contract_id', '=', 'c.contract_id')
        .onRef('h.file_id', '=', 'c.file_id'),
    )
    .select(['h.sha256', 'h.length'])
    .execute()
  const sides = parties.map(({ party_no, name, company_name }, index) => ({
    partyNo: party_no,
    name: operators.get(party_no)?.name ?? name,
    companyName: company_name,
    controls: controlsOf(areas, numbers[index] ?? 0),
  }))
  const written = files.map(({ name, sha256, length }) => ({ name, sha256, size: length }))
  return { operators, facts: { agreement: contract, origin, files: written, sides, terms } }
}

/** Of one company the same person may not stand twice. */
function checkParties(parties: readonly PartyRow[], operators: ReadonlyMap<number, Operator>): void {
  const signers = parties.map((party) => ({
    partyNo: party.party_no,
    name: operators.get(party.party_no)?.name ?? party.name,
    phone: operators.get(party.party_no)?.phone ?? party.phone,
    companyName: party.company_name,
    signOrder: party.sign_order,
  }))
  const [fault] = partyFaults(signers)
  if (fault) throw new Refusal('field/invalid', fault)
}

/** An agreement as it has been written and typeset; `version` is the one it was read in. */
type Written = Pick<Input<Save>, 'signId' | 'version' | 'signExpireTime'> & {
  terms: VoidTerms
  operators: ReadonlyMap<number, Operator>
  file: MadeFile
  areas: Area[]
}

const keepAgreement: ContractVerb<Written, Output<Save>, null> = {
  operation: 'edit',
  async put(_, tx, { stored: { contract }, entry, input }) {
    if (contract.version !== input.version) throw new Refusal('contract/stale-draft')
    const place = { tenantId: entry.homeTenantId, contractId: entry.contractId }
    await putTerms(tx, entry, input.terms)
    await putMadeFile(tx, place, input.file, input.areas)
  },
  facts: noFacts,
  decide: ({ input: { signId, signExpireTime, operators } }) => ({
    moves: [
      { of: 'contract', event: 'edit' },
      { of: 'contract', event: 'completeWizard' },
    ],
    set: { sign_expire_at: signExpireTime },
    parties: [...operators].map(([partyNo, { name, phone }]) => ({ partyNo, set: { name, phone } })),
    content: true,
    answer: ({ contract: { version, state } }) => ({
      signId,
      version,
      status: wireStatus(rowStatus({ contractState: state, ownPartyState: null })),
    }),
  }),
}
