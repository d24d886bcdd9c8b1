import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import type { VoidEvent } from '@moqi/domain/contract/void-lifecycle'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import type { Applied } from './apply-change.ts'
import type { StoredContract } from './contract-rows.ts'
import type { Change } from './decision.ts'
import { concernedCopies, concernedInitiator, concernedParty } from './notify-people.ts'

/**
 * What a change of a void agreement makes of the contract it voids (domain 5.1, rows 11–13), once that is held; null
 * when nothing: its sending marks the original 作废中, its last signature voids it, any other end gives it back.
 */
export function originChange(agreement: Applied): ((origin: StoredContract) => Change) | null {
  const event = eventOf(agreement)
  if (event === null) return null
  return (origin) => ({
    moves: [{ of: 'contract', event }],
    log: [lineOf(event, agreement)],
    tell: event === 'voidFinished' ? [voidTelling(origin, agreement)] : [],
  })
}

type Moved = Exclude<VoidEvent, 'void'>

function eventOf({ before, after: { contract } }: Applied): Moved | null {
  if (contract.kind !== 'void' || contract.state === before.contract.state) return null
  if (contract.state === 'signing') return 'voidSent'
  if (contract.state === 'finish') return 'voidFinished'
  return contract.state === 'reject' || contract.state === 'recall' || contract.state === 'expired'
    ? 'voidClosed'
    : null
}

function lineOf(event: Moved, { after: { contract } }: Applied): NonNullable<Change['log']>[number] {
  const named = `作废协议编号${contract.contract_no}`
  if (event === 'voidSent') return { verb: 'void', detail: named }
  if (event === 'voidFinished') return { verb: 'voided', detail: named }
  return {
    verb: 'voidClosed',
    detail: contract.state === 'deleted' ? named : `${named}${rowStatusLabels[contract.state]}`,
  }
}

/** The name of the telling that this contract is void. */
export const voidedOnce = (contractId: string): string => `voided ${contractId}`

/** All who have the original, and who signed the agreement in a colleague's place, which leads to the agreement. */
const voidTelling = (origin: StoredContract, { after: { parties } }: Applied): NonNullable<Change['tell']>[number] => ({
  kind: 'voidFinished',
  once: voidedOnce(origin.contract.contract_id),
  people: [
    concernedInitiator(origin.contract),
    ...[...origin.parties, ...parties].filter((party) => !hasLeft(party)).map(concernedParty),
    ...concernedCopies(origin),
  ],
  factsOf: (about) => about,
})
