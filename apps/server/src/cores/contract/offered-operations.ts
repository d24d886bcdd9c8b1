import { detailOperations, type Operation, rowOperations, type RowView } from '@moqi/domain/contract/row-policy'
import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'

/** What is known of the contract for one viewer: as which party, and whether anybody is to be urged. */
type Known = { partyNo: number | null; urges: boolean }

/** What a viewer is offered in a list row and on the detail page; the latter needs the contract itself. */
export function offered(
  view: RowView,
  stored?: StoredContract,
  known: Known = { partyNo: null, urges: true },
): { onRow: Operation[]; onDetail: Operation[] } {
  const isServed = (operation: Operation) => operation !== 'urge' || known.urges
  return {
    onRow: rowOperations(view).filter(isServed),
    onDetail: detailOperations(view).filter(
      (operation) => isServed(operation) && (!stored || isPossible(operation, stored, known.partyNo)),
    ),
  }
}

/**
 * What the row policy leaves to the caller: only a company hands over, only an unclaimed party's phone is corrected.
 */
function isPossible(operation: Operation, { contract, parties }: StoredContract, partyNo: number | null): boolean {
  if (operation === 'transfer') return parties.some((own) => own.party_no === partyNo && own.kind === 'company')
  return operation !== 'correctPhone' || parties.some((party) => isPhoneCorrectable(contract, party))
}

/** Whether nobody has opened the contract in the party's name: neither claimed its entry nor read it. */
export function isPhoneCorrectable({ state }: Pick<ContractRow, 'state'>, party: PartyRow): boolean {
  const isOpen = party.state === 'waiting' || party.state === 'toSign'
  return state === 'signing' && isOpen && party.account_id === null && party.read_at === null
}
