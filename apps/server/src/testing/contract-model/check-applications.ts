import { isLive } from '@moqi/domain/approvals/course'
import type { Applied } from '#src/cores/contract/apply-change.ts'
import { hold } from './hold.ts'
import type { ModelApplication, World } from './world.ts'

/** Whether an application still keeps its party: being decided, or agreed to and not stamped. */
const isUnderWay = ({ state, stamped }: ModelApplication): boolean =>
  state === 'pending' || state === 'stampFailed' || (state === 'approved' && !stamped)

/** Holds a contract's applications against their laws: one a party at a time, decided by those who were asked. */
export function checkApplications({ applications }: World, { after: { contract, parties } }: Applied): void {
  const own = [...applications.values()].filter(({ contractId }) => contractId === contract.contract_id)
  for (const party of parties) {
    const underWay = own.filter((one) => one.partyNo === party.party_no && isUnderWay(one))
    hold((party.state === 'approving') === (underWay.length === 1), 'one application keeps its party', {
      party,
      underWay,
    })
  }
  for (const application of own) checkSeats(application)
}

function checkSeats(application: ModelApplication): void {
  const { state, seats, needsAnother, stamped } = application
  const isOpen = seats.some((seat) => seat.state === 'open')
  hold((state === 'pending') === isOpen, 'somebody decides while it is decided, and nobody later', application)
  hold(state === 'pending' || !seats.some(isLive), 'nobody is asked behind the end', application)
  hold(state !== 'refused' || seats.some((seat) => seat.state === 'refused'), 'somebody sent it back', application)
  if (state !== 'approved' && state !== 'stampFailed') return
  hold(!stamped || state === 'approved', 'what is stamped was agreed to', application)
  for (const node of Map.groupBy(seats, ({ nodeNo }) => nodeNo).values()) {
    const agreed = node.filter((seat) => seat.state === 'agreed')
    const counted = node.filter((seat) => seat.state === 'agreed' || seat.state === 'skipped')
    const isEnough = node.every((seat) => seat.mode === 'any')
      ? counted.length > 0
      : node.every((seat) => seat.state === 'delegated' || counted.includes(seat))
    hold(isEnough && (!needsAnother || agreed.length > 0), 'every node has agreed', node)
  }
}
