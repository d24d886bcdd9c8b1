import type { Position } from '@moqi/api/shapes'
import { signaturesFor } from '@moqi/domain/contract/sign-kind'
import {
  type Control,
  controls,
  controlTable,
  isOfFamily,
  isOnePage,
  type OnePageControl,
} from '@moqi/domain/contract/controls'
import { senderNo } from '@moqi/domain/templates/template-rules'
import type { DraftParty } from '../draft/draft.ts'
import type { Box } from './placing-geometry.ts'

/** The controls the wizard places, as the palette lists them; a cross-page seal is set in a panel of its own. */
export type AreaKind = OnePageControl

/** What the palette says of each. */
export const areaHints: Readonly<Record<AreaKind, string>> = {
  companySeal: '直径不超过 42 mm，按印章实际尺寸落章',
  legalSeal: '20 × 20 mm，须由法定代表人本人或其授权的人盖章',
  personSign: '20 × 20 mm，签署时选用本人的印章或签名',
  handwrite: '40 × 20 mm，签署时手写',
  date: '签署时自动填入当天日期',
  text: '签署时由签署方填写一行',
  textarea: '签署时由签署方填写，可换行',
  checkbox: '签署时由签署方勾选',
}

/** The kinds in the order they are listed. */
export const areaOrder: readonly AreaKind[] = controls.filter(isOnePage)

/** What the initiator fills in when a template is launched from. */
const senderKinds = areaOrder.filter((kind) => isOfFamily(kind, 'fillIn'))
const filledIn = areaOrder.filter((kind) => isOfFamily(kind, 'date', 'fillIn'))

/** What a party can be asked for, by what it is asked to sign with. */
export const kindsOf = (party: Pick<DraftParty, 'kind' | 'signerNo' | 'signKind'>): readonly AreaKind[] =>
  party.signerNo === senderNo
    ? senderKinds
    : [...signaturesFor(party.kind, party.signKind).filter(isOnePage), ...filledIn]

/** What an area is called. */
export const areaLabel = (type: Control): string => controlTable[type].label

/** A new area of a kind for a party, its box as given. */
export function newArea(kind: AreaKind, signerNo: number, at: { fileId: string; page: number } & Box): Position {
  const { fileId, page, x, y, width, height } = at
  const fixed = { required: 1 as const, sealId: null, value: null, format: controlTable[kind].format }
  return { positionId: newAreaId(), fileId, page, x, y, width, height, positionType: kind, signerNo, ...fixed }
}

/** An id for a new area; the server keeps it. */
export const newAreaId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
