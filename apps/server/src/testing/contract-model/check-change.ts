import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import type { Applied } from '#src/cores/contract/apply-change.ts'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { rowOf, viewersOf } from '#src/cores/contract/inbox-row.ts'
import { hold } from './hold.ts'
import { countedIn } from './model-lists.ts'
import { placeOf, type World } from './world.ts'

const signs = (party: PartyRow) => !hasLeft(party)

/** Holds one change against the laws: order, one signature a party, one completion, quota, log, lists, versions. */
export function checkChange(world: World, applied: Applied, change: Change): void {
  const { before, after } = applied
  checkSignatures(world, applied)
  checkEnd(world, applied)
  checkQuota(world, after)
  const unsigned = before.parties.every(({ signed_at }) => signed_at === null)
  hold(change.quota !== 'refund' || unsigned, 'what somebody has signed costs', before.parties)
  const moves = change.moves ?? []
  const isPublic = before.contract.sent_at !== null || after.contract.sent_at !== null
  const isOwnRow = moves.every((move) => move.of === 'contract' && (move.event === 'hide' || move.event === 'restore'))
  hold(!isPublic || isOwnRow || (change.log ?? []).length > 0, 'every move is logged', moves)
  const isNew = moves.length > 0 || change.set !== undefined
  hold(after.contract.version === before.contract.version + (isNew ? 1 : 0), 'a change is a version', change)
  checkRows(world, after)
}

function checkSignatures(world: World, { before, after, opened }: Applied): void {
  for (const [index, party] of after.parties.entries()) {
    const old = before.parties[index]
    if (old?.state === 'signed') hold(party.signed_at === old.signed_at, 'a signature stays', party)
    else if (party.state === 'signed') checkSignature(world, before, party, old)
    hold(!opened.has(party.party_no) || old?.state === 'waiting', 'a party is asked once', party)
  }
}

function checkSignature(world: World, before: StoredContract, party: PartyRow, old: PartyRow | undefined): void {
  const key = `${party.contract_id} ${party.party_no}`
  world.signatures.set(key, (world.signatures.get(key) ?? 0) + 1)
  hold(world.signatures.get(key) === 1, 'one signature a party', party)
  const isAgreed = [...world.applications.values()].some(
    (one) => one.contractId === party.contract_id && one.partyNo === party.party_no && one.state === 'approved',
  )
  const isTurn = old?.state === 'toSign' || old?.state === 'approvalFailed'
  hold(isTurn || (old?.state === 'approving' && isAgreed), 'only whose turn it is signs, or for whom all agreed', party)
  checkTurn(before, party)
}

function checkTurn({ contract, parties }: StoredContract, party: PartyRow): void {
  if (contract.sign_order_type !== 'order') return
  const earlier = parties.filter((other) => signs(other) && other.sign_order < party.sign_order)
  hold(
    earlier.every(({ state }) => state === 'signed'),
    'earlier turns have signed',
    parties,
  )
}

const ends: ReadonlySet<string> = new Set(['finish', 'reject', 'recall', 'expired'])

function checkEnd(world: World, { before, after }: Applied): void {
  const { contract, parties } = after
  const active = parties.filter(signs)
  if (contract.state === 'finish' && before.contract.state !== 'finish') {
    world.completions.set(contract.contract_id, (world.completions.get(contract.contract_id) ?? 0) + 1)
  }
  hold((world.completions.get(contract.contract_id) ?? 0) <= 1, 'one completion', contract)
  const complete = contract.sent_at !== null && active.every(({ state }) => state === 'signed')
  const isFinished = contract.state === 'finish' || contract.state === 'voided'
  hold(isFinished === complete, 'finished when all have signed, not before', parties)
  const unended = active.some(({ state }) => state === 'waiting' || state === 'toSign' || state === 'approving')
  hold(!ends.has(contract.state) || !unended, 'an end ends every party', parties)
  const someoneOpen = active.some(({ state }) => state !== 'waiting' && state !== 'signed')
  hold(contract.state !== 'signing' || someoneOpen, 'somebody is asked while it is being signed', parties)
}

/** What voids a contract and what is voided agree, and one agreement at most is there for a contract. */
export function checkVoiding(world: World, { before, after: { contract } }: Applied): void {
  const originId = contract.origin_contract_id ?? contract.contract_id
  const origin = world.contracts.get(originId)?.contract
  const agreements = [...world.contracts.values()].filter((one) => one.contract.origin_contract_id === originId)
  const isIn = (...states: string[]) => agreements.filter((one) => states.includes(one.contract.state)).length
  hold(isIn('draft', 'waitSend', 'signing', 'finish') <= 1, 'one agreement at a time', agreements)
  hold((origin?.void_state === 'voiding') === (isIn('signing') === 1), 'voided while it is agreed on', origin)
  hold((origin?.state === 'voided') === (isIn('finish') === 1), 'void when all have agreed', origin)
  hold(origin?.kind === 'normal' || agreements.length === 0, 'neither an agreement nor a letter is voided', origin)
  hold(before.contract.state !== 'voided' || contract.state === 'voided', 'void for good', contract)
}

function checkQuota(world: World, { contract }: StoredContract): void {
  const cost = world.cost.get(contract.contract_id) ?? 0
  hold(contract.kind === 'normal' || cost === 0, 'neither an agreement to void nor a letter costs anything', contract)
  hold(cost === 0 || cost === 1, 'a contract costs one 份 or none', contract)
  hold(world.surplus >= 0, 'nothing is spent that is not there', world.surplus)
}

/** What stands in the lists is what anybody would compute anew, and nobody else has the contract in a list. */
function checkRows(world: World, stored: StoredContract): void {
  const id = stored.contract.contract_id
  if (stored.contract.state === 'deleted') return
  const viewers = new Map(viewersOf(stored).map((viewer) => [placeOf(viewer), viewer]))
  for (const [place, list] of world.lists) {
    const kept = list.get(id)
    const viewer = viewers.get(place)
    if (!viewer) hold(kept === undefined, 'whoever sees it no more has no row', place)
    else if (kept) {
      const row = rowOf(viewer, stored, kept.row.changed_at)
      hold(JSON.stringify(row) === JSON.stringify(kept.row), 'a row is as anew', { kept: kept.row, row })
    }
  }
}

/** Holds the whole world: counters against a recount, the ledger against the surplus. */
export function checkWorld(world: World): void {
  const recount = new Map<string, number>()
  for (const [place, list] of world.lists) {
    for (const row of list.values()) {
      for (const category of countedIn(row)) {
        const key = `${place} ${category}`
        recount.set(key, (recount.get(key) ?? 0) + 1)
      }
    }
  }
  for (const [key, number] of world.counters) hold(number === (recount.get(key) ?? 0), 'counters equal a recount', key)
  const spent = [...world.cost.values()].reduce((sum, cost) => sum + cost, 0)
  hold(world.given - spent === world.surplus, 'the ledger equals the surplus', { given: world.given, spent })
}
