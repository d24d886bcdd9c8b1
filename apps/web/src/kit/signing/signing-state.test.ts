import type { Position, SealInfo } from '@moqi/api/shapes'
import { describe, expect, test } from 'vitest'
import type { Ink } from '../handwriting/ink.ts'
import {
  crossPageFill,
  firstPick,
  inReadingOrder,
  missingPicks,
  sealsFor,
  sealShut,
  sealsToApprove,
  signedPlaces,
  signingState,
  unsigned,
  usedNames,
  withFirstPicks,
  type SigningState,
} from './signing-state.ts'

const place = (positionId: string, positionType: Position['positionType'], part: Partial<Position> = {}): Position => ({
  positionId,
  fileId: 'f1',
  page: 1,
  x: 10,
  y: 10,
  width: 42,
  height: 42,
  positionType,
  signerNo: 1,
  required: 1,
  sealId: null,
  value: null,
  format: null,
  ...part,
})
const seal = (sealId: string, sealType: SealInfo['sealType'], part: Partial<SealInfo> = {}): SealInfo => ({
  sealId,
  sealName: sealId,
  sealType,
  sealColor: 'red',
  sealStatus: 'enabled',
  width: 40,
  height: 40,
  sealImg: `/${sealId}`,
  isDefault: 0,
  createTime: 0,
  expireTime: null,
  sealPermission: 'direct',
  ...part,
})
const none: SigningState = { picks: {}, fills: {}, values: {} }
const places = [
  place('a', 'companySeal'),
  place('b', 'companySeal', { page: 6 }),
  place('w', 'handwrite'),
  place('d', 'date'),
]
const ink: Ink = { png: 'data:image/png;base64,AAAA', ratio: 2 }

test('dates write themselves and are never counted as unsigned', () => {
  expect(unsigned(places, none).map(({ positionId }) => positionId)).toEqual(['a', 'b', 'w'])
})

test('one press sets every place whose kind has something chosen, and names what is missing', () => {
  const state: SigningState = { picks: { company: { sealId: 's' } }, fills: {}, values: {} }
  expect(missingPicks(places, state)).toEqual(['handwrite'])
  const after = signingState(state, { do: 'set-all', positions: places })
  expect(Object.keys(after.fills)).toEqual(['a', 'b'])
  expect(
    missingPicks(places, signingState(after, { do: 'pick', kind: 'handwrite', fill: { ink }, positions: places })),
  ).toEqual([])
})

test('changing the seal changes it where it had been set, and nowhere else', () => {
  const set = signingState(
    { picks: { company: { sealId: 's' } }, fills: {}, values: {} },
    { do: 'set', position: places[0] ?? place('a', 'date') },
  )
  const after = signingState(set, { do: 'pick', kind: 'company', fill: { sealId: 't' }, positions: places })
  expect(after.fills).toEqual({ a: { sealId: 't' } })
  expect(after.picks.company).toEqual({ sealId: 't' })
})

test('a place can have a seal of its own and be cleared again', () => {
  const set = signingState(
    { picks: { company: { sealId: 's' } }, fills: {}, values: {} },
    { do: 'set', position: place('a', 'companySeal'), fill: { sealId: 'x' } },
  )
  expect(set.fills.a).toEqual({ sealId: 'x' })
  expect(signingState(set, { do: 'clear', positionId: 'a' }).fills).toEqual({})
})

test('a place without anything chosen stays open', () => {
  expect(signingState(none, { do: 'set', position: place('a', 'companySeal') }).fills).toEqual({})
})

test('company places take company seals, personal ones take name seals and handwriting, handwriting only handwriting', () => {
  const seals = [seal('c', 'company'), seal('p', 'person'), seal('h', 'handwrite')]
  expect(sealsFor('company', seals, 0).map(({ sealId }) => sealId)).toEqual(['c'])
  expect(sealsFor('person', seals, 0).map(({ sealId }) => sealId)).toEqual(['p', 'h'])
  expect(sealsFor('handwrite', seals, 0).map(({ sealId }) => sealId)).toEqual(['h'])
})

test('disabled and expired seals are not offered; seals without permission come last and cannot be chosen', () => {
  const seals = [
    seal('n', 'company', { sealPermission: 'none', isDefault: 1 }),
    seal('off', 'company', { sealStatus: 'disabled' }),
    seal('old', 'company', { expireTime: 5 }),
    seal('c', 'company'),
  ]
  expect(sealsFor('company', seals, 10).map(({ sealId }) => sealId)).toEqual(['c', 'n'])
  expect(firstPick('company', seals, 10)).toEqual({ sealId: 'c' })
  expect(sealShut({ sealPermission: 'none' })).toBe('无使用权限')
})

test('a seal that needs approval is chosen only where none may be used at once, and is asked for when it is used', () => {
  const asked = seal('ask', 'company', { sealPermission: 'needApproval', isDefault: 1 })
  const shut = seal('n', 'company', { sealPermission: 'none' })
  expect(sealsFor('company', [shut, asked, seal('c', 'company')], 0).map(({ sealId }) => sealId)).toEqual([
    'c',
    'ask',
    'n',
  ])
  expect(firstPick('company', [asked, seal('c', 'company')], 0)).toEqual({ sealId: 'c' })
  expect(firstPick('company', [shut, asked], 0)).toEqual({ sealId: 'ask' })
  expect(sealShut({ sealPermission: 'needApproval' })).toBeNull()
  const used = { fills: { a: { sealId: 'ask' }, b: { sealId: 'c' }, w: { ink } } }
  expect(sealsToApprove(used, [asked, seal('c', 'company'), shut])).toEqual([asked])
})

test('the default seal is chosen first', () => {
  expect(firstPick('company', [seal('a', 'company'), seal('b', 'company', { isDefault: 1 })], 0)).toEqual({
    sealId: 'b',
  })
  expect(firstPick('handwrite', [seal('a', 'company')], 0)).toBeUndefined()
})

test('a kept choice stands while its seal may be used, and ink always stands', () => {
  const kept: SigningState = {
    picks: { company: { sealId: 'gone' }, handwrite: { ink } },
    fills: { a: { sealId: 'gone' }, w: { ink } },
    values: { t: '北京' },
  }
  const state = withFirstPicks(kept, [seal('c', 'company')], 0)
  expect(state.picks).toEqual({ company: { sealId: 'c' }, handwrite: { ink } })
  expect(state.fills).toEqual({ w: { ink } })
  expect(state.values).toEqual({ t: '北京' })
})

test('places are walked by file, page and height', () => {
  const mixed = [
    place('3', 'date', { fileId: 'f2' }),
    place('2', 'date', { page: 2 }),
    place('1', 'date', { y: 90 }),
    place('0', 'date'),
  ]
  expect(inReadingOrder(mixed, [{ fileId: 'f1' }, { fileId: 'f2' }]).map(({ positionId }) => positionId)).toEqual([
    '0',
    '1',
    '2',
    '3',
  ])
})

test('the wire hears of seals and ink, not of dates', () => {
  const state = { fills: { a: { sealId: 's' }, w: { ink } }, values: {} }
  expect(signedPlaces(places, state)).toEqual([
    { positionId: 'a', sealId: 's' },
    { positionId: 'w', handwriteBase64: ink.png },
  ])
})

test('what is used is named once each', () => {
  const fills = { a: { sealId: 's' }, b: { sealId: 's' }, w: { ink } }
  expect(usedNames({ fills }, [seal('s', 'company', { sealName: '公章' })])).toEqual(['公章', '手写签名'])
})

const typed = (values: Record<string, string>): SigningState => ({ ...none, values })

describe('fill-ins', () => {
  const fillIns = [
    place('t', 'text'),
    place('n', 'text', { format: 'number', required: 0, bounds: { min: 1, max: null } }),
    place('c', 'checkbox'),
    place('r', 'textarea', { required: 0 }),
  ]
  const open = (values: Record<string, string>) => unsigned(fillIns, typed(values)).map(({ positionId }) => positionId)

  test('required ones are open until they are filled in', () => {
    expect(open({})).toEqual(['t', 'c'])
    expect(open({ t: '北京', c: 'yes' })).toEqual([])
    expect(open({ t: ' ', c: 'no' })).toEqual(['t', 'c'])
  })

  test('one that may stay empty is open while what it says is wrong', () => {
    expect(open({ t: '北京', c: 'yes', n: '0' })).toEqual(['n'])
    expect(open({ t: '北京', c: 'yes', n: '12' })).toEqual([])
  })

  test('one press on all signs nothing in them, and typing keeps the choices', () => {
    const state = signingState({ ...none, picks: { company: { sealId: 's' } } }, { do: 'set-all', positions: fillIns })
    expect(state.fills).toEqual({})
    const after = signingState(state, { do: 'type', positionId: 't', value: '北京' })
    expect(after).toEqual({ ...state, values: { t: '北京' } })
  })

  test('travel with their values', () => {
    expect(signedPlaces(fillIns, typed({ t: '北京', c: 'yes', x: '不是我的' }))).toEqual([
      { positionId: 't', value: '北京' },
      { positionId: 'c', value: 'yes' },
    ])
  })
})

test('a cross-page seal is never open and shows the seal of its own file', () => {
  const seam = place('x', 'crossPage')
  const positions = [
    seam,
    place('h', 'handwrite'),
    place('a', 'companySeal'),
    place('o', 'companySeal', { fileId: 'f2' }),
  ]
  expect(unsigned([seam], none)).toEqual([])
  expect(crossPageFill(seam, positions, { fills: { h: { ink }, o: { sealId: 'o' } } })).toBeUndefined()
  expect(crossPageFill(seam, positions, { fills: { a: { sealId: 's' } } })).toEqual({ sealId: 's' })
})
