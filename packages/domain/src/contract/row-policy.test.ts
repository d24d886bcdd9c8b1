import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../testing/outcome-of.ts'
import { contractLifecycle } from './contract-lifecycle.ts'
import { partyLifecycle } from './party-lifecycle.ts'
import { voidLifecycle } from './void-lifecycle.ts'
import {
  binOperations,
  detailOperations,
  enforce,
  type Operation,
  operations,
  rowOperations,
  rowStatus,
  type RowView,
} from './row-policy.ts'

const cells: RowView[] = contractLifecycle.states
  .filter((contractState) => contractState !== 'deleted')
  .flatMap((contractState) =>
    voidLifecycle.states.flatMap((voidState) =>
      (['normal', 'void'] as const).flatMap((kind) =>
        [true, false].flatMap((isInitiator) =>
          [...partyLifecycle.states, null].flatMap((ownPartyState) =>
            [true, false].map((isCc) => ({ contractState, voidState, kind, isInitiator, ownPartyState, isCc })),
          ),
        ),
      ),
    ),
  )

const passes = (view: RowView) =>
  operations.filter((operation) => outcomeOf(() => enforce(operation, view)) === undefined)

type Sentence = (view: RowView, status: string) => boolean
const where = (sentence: Sentence) => cells.filter((view) => sentence(view, rowStatus(view)))
const made: Sentence = (view) => ['draft', 'waitSend'].includes(view.contractState)
const open: Sentence = (view) => view.contractState === 'signing'
const endedUnsigned: Sentence = (view) => ['reject', 'recall', 'expired'].includes(view.contractState)
const copyOnly: Sentence = (view) => view.isCc && !view.isInitiator && view.ownPartyState === null

describe('row status (domain 5.3)', () => {
  test('outside signing the row shows the stored state', () => {
    for (const view of cells.filter((cell) => cell.contractState !== 'signing'))
      expect(rowStatus(view)).toBe(view.contractState)
  })

  test('while signing a refused approval shows first, then the own turn, else the wait for others', () => {
    const shown: Record<string, string> = { approvalFailed: 'signingApprovalFailed', toSign: 'iSign' }
    for (const view of cells.filter((cell) => cell.contractState === 'signing'))
      expect(rowStatus(view)).toBe(shown[view.ownPartyState ?? 'none'] ?? 'otherSign')
  })

  test('a deleted contract is not there', () => {
    expect(() => rowStatus({ contractState: 'deleted', ownPartyState: null })).toThrow('contract/not-found')
  })
})

// Sentences of spec §4 and §6, checklist S13–S17 and domain 5.1, not of the code.
const sentences: Record<Operation, readonly [string, Sentence]> = {
  view: ['every row can be viewed', () => true],
  sign: ['iSign or signingApprovalFailed (§4)', (_view, status) => ['iSign', 'signingApprovalFailed'].includes(status)],
  download: ['finish or voided (§4)', (_view, status) => ['finish', 'voided'].includes(status)],
  reject: [
    'iSign when not the initiator, or signingApprovalFailed (§4); only non-initiators (§6)',
    (view, status) =>
      ((status === 'iSign' && !view.isInitiator) || status === 'signingApprovalFailed') && !view.isInitiator,
  ],
  recall: [
    'otherSign, or iSign when the initiator (§4); only the initiator (§6)',
    (view, status) => (status === 'otherSign' || (status === 'iSign' && view.isInitiator)) && view.isInitiator,
  ],
  void: [
    'finish, not itself a void agreement, initiator (§4, §6); not while one is under way (S17)',
    (view, status) => status === 'finish' && view.kind !== 'void' && view.isInitiator && view.voidState !== 'voiding',
  ],
  edit: ['the initiator, before sending', (view, status) => view.isInitiator && made(view, status)],
  delete: ['the initiator, before sending', (view, status) => view.isInitiator && made(view, status)],
  send: ['the initiator, when complete', (view) => view.isInitiator && view.contractState === 'waitSend'],
  urge: ['the initiator, while signing', (view, status) => view.isInitiator && open(view, status)],
  extend: ['the initiator, while signing', (view, status) => view.isInitiator && open(view, status)],
  transfer: ['never on a row, only on the detail page', () => false],
  correctPhone: ['never on a row, only on the detail page', () => false],
  addParty: ['never on a row, only on the detail page', () => false],
  removeParty: ['never on a row, only on the detail page', () => false],
  replaceParty: ['never on a row, only on the detail page', () => false],
  restore: ['only in the recycle bin', () => false],
  remove: ['only in the recycle bin', () => false],
  relaunch: [
    'the initiator of an ordinary contract that ended unsigned',
    (view, status) => view.isInitiator && view.kind === 'normal' && endedUnsigned(view, status),
  ],
  hide: [
    'whoever does not only read, of a contract that ended unsigned',
    (view, status) => endedUnsigned(view, status) && !copyOnly(view, status),
  ],
  viewOrigin: [
    'whoever does not only read, on a void agreement',
    (view, status) => view.kind === 'void' && !copyOnly(view, status),
  ],
  viewVoid: [
    'whoever does not only read, on an original being voided or voided',
    (view, status) =>
      view.kind === 'normal' &&
      (status === 'voided' || (status === 'finish' && view.voidState === 'voiding')) &&
      !copyOnly(view, status),
  ],
}

describe('row operations over every cell', () => {
  test.each(operations.map((operation) => [operation, ...sentences[operation]] as const))(
    '%s: %s',
    (operation, _words, sentence) => {
      expect(cells.filter((view) => rowOperations(view).includes(operation))).toEqual(where(sentence))
    },
  )
})

describe('the detail page and the server', () => {
  test('the initiator can recall in every open state, nobody else in any', () => {
    expect(cells.filter((view) => detailOperations(view).includes('recall'))).toEqual(
      where((view) => view.contractState === 'signing' && view.isInitiator),
    )
  })

  test('who has the turn can hand it over', () => {
    expect(cells.filter((view) => detailOperations(view).includes('transfer'))).toEqual(
      where((view) => view.contractState === 'signing' && view.ownPartyState === 'toSign'),
    )
  })

  test('the initiator can correct a phone while the contract is open, nobody else', () => {
    expect(cells.filter((view) => detailOperations(view).includes('correctPhone'))).toEqual(
      where((view) => view.contractState === 'signing' && view.isInitiator),
    )
  })

  const changes = ['addParty', 'removeParty', 'replaceParty'] as const
  test.each(changes)("%s is the initiator's of an ordinary contract while it is open, nobody else's", (change) => {
    expect(cells.filter((view) => detailOperations(view).includes(change))).toEqual(
      where((view) => view.contractState === 'signing' && view.isInitiator && view.kind === 'normal'),
    )
  })

  test('what lies in the bin can be put back or removed; only a contract that was sent can still be read', () => {
    expect(binOperations({ contractState: 'deleted', kind: 'normal' })).toEqual(['restore', 'remove'])
    expect(binOperations({ contractState: 'deleted', kind: 'void' })).toEqual(['remove'])
    expect(binOperations({ contractState: 'recall', kind: 'void' })).toEqual(['view', 'restore', 'remove'])
  })

  test('every row operation stands on the detail page too', () => {
    for (const view of cells) expect(detailOperations(view)).toEqual(expect.arrayContaining(rowOperations(view)))
  })

  test('what the detail page offers passes, everything else is refused', () => {
    expect(cells.map(passes)).toEqual(cells.map(detailOperations))
  })

  test.each([
    ['recall', { isInitiator: false }, 'contract/initiator-only'],
    ['void', { isInitiator: false, contractState: 'finish' }, 'contract/initiator-only'],
    ['reject', { isInitiator: true, ownPartyState: 'toSign' }, 'contract/initiator-never-rejects'],
    ['reject', { isInitiator: true, ownPartyState: 'approvalFailed' }, 'contract/initiator-never-rejects'],
    ['reject', { isInitiator: false, ownPartyState: 'waiting' }, 'contract/illegal-move'],
    ['recall', { isInitiator: true, contractState: 'finish' }, 'contract/illegal-move'],
    ['void', { isInitiator: true, contractState: 'finish', voidState: 'voiding' }, 'contract/illegal-move'],
    ['download', { isInitiator: true }, 'contract/not-downloadable'],
    ['view', { contractState: 'deleted' }, 'contract/not-found'],
  ] as const)('%s with %o is refused as %s', (operation, facts, code) => {
    const view: RowView = {
      contractState: 'signing',
      voidState: 'none',
      kind: 'normal',
      isInitiator: false,
      ownPartyState: null,
      isCc: false,
      ...facts,
    }
    expect(() => enforce(operation, view)).toThrow(expect.objectContaining({ code }))
  })

  test('the refusal says that only the initiator recalls or voids (P4)', () => {
    const other = {
      voidState: 'none',
      kind: 'normal',
      isInitiator: false,
      ownPartyState: null,
      isCc: false,
    } as const
    expect(() => enforce('recall', { ...other, contractState: 'signing' })).toThrow('仅发起人可撤回')
    expect(() => enforce('void', { ...other, contractState: 'finish' })).toThrow('仅发起人可作废')
  })
})
