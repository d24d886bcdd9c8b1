import { lifecycle, type StateOf } from '../lifecycle.ts'
import { Refusal } from '../refusal.ts'
import type { FlowNode, NodeMode } from './flow.ts'

/**
 * One approver's seat in an application: waits for its node, is to decide, has decided, was left out as the applicant's
 * own, was handed to a colleague, or is not needed any more.
 */
export const seatLifecycle = lifecycle({
  refusal: 'approval/changed',
  initial: 'waiting',
  table: {
    waiting: { open: 'open', close: 'closed', delegate: 'delegated' },
    open: { agree: 'agreed', refuse: 'refused', delegate: 'delegated', close: 'closed' },
    agreed: {},
    refused: {},
    skipped: {},
    delegated: {},
    closed: {},
  },
})
/** How an approver's seat stands. */
export type SeatState = StateOf<typeof seatLifecycle>

/** Each state as the pages name it. */
export const seatStateLabels: Readonly<Record<SeatState, string>> = {
  waiting: '待轮到',
  open: '审批中',
  agreed: '已同意',
  refused: '已驳回',
  skipped: '申请人本人，已跳过',
  delegated: '已转交',
  closed: '无需审批',
}

/** An approver's place in the course of an application: node and place from 1. */
export type Seat = {
  readonly nodeNo: number
  readonly seatNo: number
  readonly mode: NodeMode
  readonly accountId: string
  readonly state: SeatState
}

/** Who could decide: whether somebody is there and may, and who stands in for who is not. */
export type Approvers = {
  readonly applicantId: string
  /** A seal that needs another person's agreement at every node (domain 5.4: 公章). */
  readonly needsAnother: boolean
  readonly isPresent: (accountId: string) => boolean
  /** Of the company's administrators, in whose hands falls what nobody else can decide. */
  readonly administratorIds: readonly string[]
}

/** A node at which nobody but the applicant could decide; from 1. */
export type Blocked = { readonly blockedNode: number }

/** The seats of a flow for one applicant, none of them open yet; or the first node that nobody else could decide. */
export function layCourse(nodes: readonly FlowNode[], approvers: Approvers): Seat[] | Blocked {
  const seats: Seat[] = []
  for (const [index, { mode, approverIds }] of nodes.entries()) {
    const nodeNo = index + 1
    const people = [...new Set(approverIds.map((accountId) => standIn(accountId, approvers)))]
    const deciders = people.filter((accountId) => accountId !== null && accountId !== approvers.applicantId)
    if (deciders.length === 0 && (approvers.needsAnother || !people.includes(approvers.applicantId)))
      return { blockedNode: nodeNo }
    // Where any one is enough and the seal needs nobody else, the applicant's own seat is that one.
    const isEnough = mode === 'any' && !approvers.needsAnother && people.includes(approvers.applicantId)
    const others = isEnough ? seatLifecycle.after('waiting', 'close') : seatLifecycle.initial
    for (const accountId of people.filter((one) => one !== null)) {
      const state = accountId === approvers.applicantId ? 'skipped' : others
      seats.push({ nodeNo, seatNo: seats.length + 1, mode, accountId, state })
    }
  }
  return seats
}

/** Who decides in somebody's place: an administrator other than the applicant for who is not there. */
function standIn(accountId: string, { applicantId, isPresent, administratorIds }: Approvers): string | null {
  if (isPresent(accountId)) return accountId
  return administratorIds.find((one) => one !== applicantId) ?? administratorIds[0] ?? null
}

/** Whom somebody stands in for at a node: those it names who are not there; nobody where it names them themselves. */
export const standsInFor = (
  { approverIds }: FlowNode,
  accountId: string,
  isPresent: (accountId: string) => boolean,
): string[] => (approverIds.includes(accountId) ? [] : approverIds.filter((one) => !isPresent(one)))

/** Whether an approver has still to decide. */
export const isLive = ({ state }: Pick<Seat, 'state'>): boolean => state === 'waiting' || state === 'open'

/** Whether a node is done: nobody is left to decide. */
const isDone = (node: readonly Seat[]): boolean => !node.some(isLive)

const nodesOf = (seats: readonly Seat[]): Seat[][] =>
  [...Map.groupBy(seats, ({ nodeNo }) => nodeNo)].toSorted(([a], [b]) => a - b).map(([, node]) => node)

/** Opens whoever's turn it is: all of a node, or in turn the first of it. Idempotent. */
export function openSeats<S extends Seat>(seats: readonly S[]): S[] {
  const current = nodesOf(seats).find((node) => !isDone(node))
  const live = current?.filter(isLive).toSorted((a, b) => a.seatNo - b.seatNo) ?? []
  const isTaken = live.some(({ mode, state }) => mode === 'order' && state === 'open')
  const next = live[0]?.mode === 'order' ? live.slice(0, isTaken ? 0 : 1) : live
  const turn = new Set(next.map(({ seatNo }) => seatNo))
  return seats.map((seat) =>
    turn.has(seat.seatNo) && seat.state === 'waiting'
      ? { ...seat, state: seatLifecycle.after(seat.state, 'open') }
      : seat,
  )
}

/** The node that is being decided, from 1; null when all are done. */
export const currentNode = (seats: readonly Seat[]): number | null =>
  nodesOf(seats).find((node) => !isDone(node))?.[0]?.nodeNo ?? null

/**
 * The seats after one of them agreed: the rest of a node where one is enough closes, and whoever comes next is opened.
 * Throws `approval/changed` for a seat that is not open.
 */
export function agree<S extends Seat>(seats: readonly S[], seatNo: number): S[] {
  const own = seatOf(seats, seatNo)
  const agreed = seats.map((seat) => {
    if (seat === own) return { ...seat, state: seatLifecycle.after(seat.state, 'agree') }
    const isSpare = seat.nodeNo === own.nodeNo && own.mode === 'any' && isLive(seat)
    return isSpare ? { ...seat, state: seatLifecycle.after(liveState(seat), 'close') } : seat
  })
  return openSeats(agreed)
}

/** The seats after one of them refused: nobody else decides. Throws `approval/changed` for a seat that is not open. */
export function refuse<S extends Seat>(seats: readonly S[], seatNo: number): S[] {
  const own = seatOf(seats, seatNo)
  const refused = seats.map((seat) =>
    seat === own ? { ...seat, state: seatLifecycle.after(seat.state, 'refuse') } : seat,
  )
  return closeSeats(refused)
}

/**
 * The seats after one that is not decided was handed to a colleague, who has a seat in its place. Throws
 * `approval/changed` for a seat that has ended, and for a colleague who decides at that node anyway.
 */
export function handSeat<S extends Seat>(seats: readonly S[], seatNo: number, accountId: string): S[] {
  const from = seatOf(seats, seatNo)
  const isThere = seats.some((seat) => seat.nodeNo === from.nodeNo && seat.accountId === accountId && isLive(seat))
  if (isThere) throw new Refusal('approval/changed')
  const next = Math.max(...seats.map((seat) => seat.seatNo)) + 1
  return seats.flatMap((seat) =>
    seat === from
      ? [
          { ...seat, state: seatLifecycle.after(seat.state, 'delegate') },
          { ...seat, accountId, seatNo: next },
        ]
      : [seat],
  )
}

/** The seats after the application has ended otherwise. */
export const closeSeats = <S extends Seat>(seats: readonly S[]): S[] =>
  seats.map((seat) => (isLive(seat) ? { ...seat, state: seatLifecycle.after(liveState(seat), 'close') } : seat))

function liveState({ state }: Seat): 'waiting' | 'open' {
  return state === 'open' ? state : 'waiting'
}

function seatOf<S extends Seat>(seats: readonly S[], seatNo: number): S {
  const found = seats.find((seat) => seat.seatNo === seatNo)
  if (!found) throw new Error(`no seat ${seatNo}`)
  return found
}
