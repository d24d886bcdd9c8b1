import { detailOperations, type Operation, rowOperations, type RowView } from '@moqi/domain/contract/row-policy'
import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import type { Entry } from './entry.ts'

/** What a viewer is offered in a list row and on the detail page; the latter needs the contract itself. */
export function offered(
  view: RowView,
  stored?: StoredContract,
  entry?: Pick<Entry, 'partyNo'>,
): { onRow: Operation[]; onDetail: Operation[] } {
  return {
    onRow: rowOperations(view),
    onDetail: detailOperations(view).filter(
      (operation) => !stored || isPossible(operation, stored, entry?.partyNo ?? null),
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
