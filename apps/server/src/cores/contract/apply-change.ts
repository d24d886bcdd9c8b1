import { type ContractEvent, contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import { allSigned, partiesToOpen } from '@moqi/domain/contract/order'
import { type PartyEvent, partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { type VoidEvent, voidLifecycle } from '@moqi/domain/contract/void-lifecycle'
import { type ContractRow, partyOf, type PartyRow, type StoredContract } from './contract-rows.ts'
import type { Change, Move } from './decision.ts'

/** A contract before and after a change; `opened` are the numbers of the parties whose turn has come by it. */
export type Applied = { before: StoredContract; after: StoredContract; opened: ReadonlySet<number> }

/**
 * What a change makes of a contract, as data: pure, so that a model test can run a million of them. The law's
 * consequences are drawn here and nowhere else: sending, signing and taking a party out open whoever is next, the last
 * signature finishes the contract, one party's refusal ends it, and an end ends every party that has not ended. Throws
 * the lifecycle's refusal for a move that cannot happen; `now` in ms since epoch.
 */
export function applyChange(before: StoredContract, change: Change, now: number): Applied {
  const contract = { ...before.contract, ...change.set, ...change.note }
  const parties = [...before.parties, ...(change.joining ?? [])].map((party) => ({ ...party }))
  const cc = before.cc.map((recipient) => {
    return { ...recipient, ...change.recipients?.find(({ ccNo }) => ccNo === recipient.cc_no)?.set }
  })
  const after = { contract, parties, cc }
  for (const { partyNo, set } of change.parties ?? []) Object.assign(partyOf(after, partyNo), set)
  const opened = new Set<number>()
  for (const move of change.moves ?? []) {
    for (const partyNo of applyMove(after, move, now)) opened.add(partyNo)
  }
  const isNewVersion = (change.moves ?? []).length > 0 || change.set !== undefined
  if (isNewVersion) contract.version = before.contract.version + 1
  return { before, after, opened }
}

/** Moves in place and answers the numbers of the parties that it opens. */
function applyMove(stored: StoredContract, move: Move, now: number): number[] {
  const { contract } = stored
  if (move.of === 'party') return applyPartyMove(stored, partyOf(stored, move.partyNo), move.event, now)
  contract.state = contractLifecycle.after(contract.state, move.event)
  if (isVoidEvent(move.event)) contract.void_state = voidLifecycle.after(contract.void_state, move.event)
  if (move.event === 'send') {
    contract.sent_at = now
    return openNext(stored)
  }
  if (move.event === 'recall') endParties(stored, 'close')
  if (move.event === 'expire') endParties(stored, 'expire')
  return []
}

const isVoidEvent = (event: ContractEvent): event is VoidEvent => voidEvents.has(event)
const voidEvents: ReadonlySet<string> = new Set(voidLifecycle.events)

function applyPartyMove(stored: StoredContract, party: PartyRow, event: PartyEvent, now: number): number[] {
  const { contract } = stored
  party.state = partyLifecycle.after(party.state, event)
  if (party.state === 'rejected') {
    contract.state = contractLifecycle.after(contract.state, 'reject')
    endParties(stored, 'close')
  }
  if (party.state === 'removed') return openNext(stored)
  if (party.state !== 'signed') return []
  party.signed_at = now
  const complete = allSigned(stored.parties.map(turnOf))
  contract.state = contractLifecycle.after(contract.state, complete ? 'allSigned' : 'signed')
  if (!complete) return openNext(stored)
  contract.finished_at = now
  return []
}

function openNext({ contract, parties }: StoredContract): number[] {
  const next = partiesToOpen(
    parties.map((party) => ({ ...turnOf(party), party })),
    contract.sign_order_type,
  )
  for (const { party } of next) party.state = partyLifecycle.after(party.state, 'open')
  return next.map(({ party }) => party.party_no)
}

function endParties({ parties }: StoredContract, event: 'close' | 'expire'): void {
  for (const party of parties) {
    if (partyLifecycle.can(party.state, event)) party.state = partyLifecycle.after(party.state, event)
  }
}

const turnOf = ({ sign_order, state }: PartyRow) => ({ signOrder: sign_order, state })

/** Whether the party can be signed for now: its turn, or its application agreed to, in an open contract, in time. */
export const isOpenTo = (
  contract: ContractRow,
  party: PartyRow,
  now: number,
  event: 'sign' | 'approvalPassed' | 'submitApproval' = 'sign',
): boolean =>
  contractLifecycle.can(contract.state, 'signed') &&
  partyLifecycle.can(party.state, event) &&
  now <= (contract.sign_expire_at ?? 0)
