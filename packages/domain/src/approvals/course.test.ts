import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import {
  agree,
  closeSeats,
  currentNode,
  handSeat,
  layCourse,
  openSeats,
  refuse,
  type Seat,
  seatLifecycle,
  standsInFor,
} from './course.ts'
import type { FlowNode, NodeMode } from './flow.ts'

const node = (mode: NodeMode, ...approverIds: string[]): FlowNode => ({ mode, approverIds })
const company = {
  applicantId: 'wang',
  needsAnother: false,
  isPresent: (accountId: string) => accountId !== 'gone',
  administratorIds: ['li', 'wang'],
}

function laid(nodes: FlowNode[], more: Partial<typeof company> = {}): Seat[] {
  const course = layCourse(nodes, { ...company, ...more })
  if ('blockedNode' in course) throw new Error(`blocked at ${course.blockedNode}`)
  return openSeats(course)
}

/** The states of the seats, by whose they are. */
const states = (seats: readonly Seat[]) => seats.map(({ accountId, state }) => `${accountId} ${state}`)

test('a seat moves as an approver does and no other way', () => {
  expect(everyMove(seatLifecycle)).toEqual(
    expectedMoves(seatLifecycle, 'approval/changed', {
      'waiting open': 'open',
      'waiting close': 'closed',
      'waiting delegate': 'delegated',
      'open agree': 'agreed',
      'open refuse': 'refused',
      'open delegate': 'delegated',
      'open close': 'closed',
    }),
  )
})

test('in turn one decides after another, all of a node at once, and of any one the rest is not needed', () => {
  const inTurn = laid([node('order', 'a', 'b'), node('any', 'c', 'd')])
  expect(states(inTurn)).toEqual(['a open', 'b waiting', 'c waiting', 'd waiting'])
  const second = agree(inTurn, 1)
  expect(states(second)).toEqual(['a agreed', 'b open', 'c waiting', 'd waiting'])
  const next = agree(second, 2)
  expect([states(next), currentNode(next)]).toEqual([['a agreed', 'b agreed', 'c open', 'd open'], 2])
  const last = agree(next, 4)
  expect([states(last), currentNode(last)]).toEqual([['a agreed', 'b agreed', 'c closed', 'd agreed'], null])
  expect(states(agree(laid([node('all', 'a', 'b')]), 2))).toEqual(['a open', 'b agreed'])
})

test('nobody decides twice, before their turn, or behind a refusal', () => {
  const seats = laid([node('order', 'a', 'b')])
  expect(() => agree(seats, 2)).toThrow('approval/changed')
  expect(() => agree(agree(seats, 1), 1)).toThrow('approval/changed')
  const refused = refuse(seats, 1)
  expect(states(refused)).toEqual(['a refused', 'b closed'])
  expect(() => agree(refused, 2)).toThrow('approval/changed')
  expect(states(closeSeats(seats))).toEqual(['a closed', 'b closed'])
})

test('the applicant’s own seat is left out, but for an official seal somebody else must agree at every node', () => {
  expect(states(laid([node('all', 'wang', 'a')]))).toEqual(['wang skipped', 'a open'])
  expect(states(laid([node('any', 'wang', 'a'), node('any', 'b')]))).toEqual(['wang skipped', 'a closed', 'b open'])
  expect(currentNode(laid([node('any', 'wang')]))).toBeNull()
  expect(states(laid([node('any', 'wang', 'a')], { needsAnother: true }))).toEqual(['wang skipped', 'a open'])
  const alone = layCourse([node('all', 'a'), node('order', 'wang')], { ...company, needsAnother: true })
  expect(alone).toEqual({ blockedNode: 2 })
})

test('an administrator other than the applicant stands in for who is away, and nobody for nobody', () => {
  expect(states(laid([node('all', 'gone', 'a')]))).toEqual(['li open', 'a open'])
  expect(layCourse([node('all', 'gone')], { ...company, administratorIds: [] })).toEqual({ blockedNode: 1 })
})

test('whoever is not named stands in for those named who are away', () => {
  const named = node('all', 'gone', 'a')
  expect(standsInFor(named, 'li', company.isPresent)).toEqual(['gone'])
  expect(standsInFor(named, 'a', company.isPresent)).toEqual([])
})

test('a seat that is handed over is decided by the colleague in its place, and in turn', () => {
  const handed = handSeat(laid([node('order', 'a', 'b')]), 1, 'c')
  expect(states(handed)).toEqual(['a delegated', 'c open', 'b waiting'])
  expect(states(openSeats(handed))).toEqual(states(handed))
  expect(states(agree(handed, 3))).toEqual(['a delegated', 'c agreed', 'b open'])
  expect(() => handSeat(handed, 3, 'b')).toThrow('approval/changed')
  expect(() => handSeat(handed, 1, 'd')).toThrow('approval/changed')
})
