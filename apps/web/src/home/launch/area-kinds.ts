import type { Position } from '@moqi/api/shapes'
import { signaturesFor } from '@moqi/domain/contract/sign-kind'
import { controlLabels, type Control } from '@moqi/domain/contract/controls'
import { dateControlFormats } from '@moqi/domain/time/format-date'
import { senderNo } from '@moqi/domain/templates/template-rules'
import type { DraftParty } from './draft.ts'
import type { Box } from './placing-geometry.ts'

/** The kinds of area the wizard places; a cross-page seal is set in a panel of its own. */
export type AreaKind = 'companySeal' | 'personSign' | 'handwrite' | 'date' | 'text' | 'textarea' | 'checkbox'
type Facts = { width: number; height: number; hint: string }

/** Sizes in mm: a company's seal is at most 42 across, a name seal 20 (domain.md 4.6). */
export const areaKinds: Record<AreaKind, Facts> = {
  companySeal: { width: 42, height: 42, hint: '直径不超过 42 mm，按印章实际尺寸落章' },
  personSign: { width: 20, height: 20, hint: '20 × 20 mm，个人印章' },
  handwrite: { width: 40, height: 20, hint: '40 × 20 mm，签署时手写' },
  date: { width: 40, height: 8, hint: '签署时自动填入当天日期' },
  text: { width: 50, height: 8, hint: '签署时由签署方填写一行' },
  textarea: { width: 80, height: 20, hint: '签署时由签署方填写，可换行' },
  checkbox: { width: 5, height: 5, hint: '签署时由签署方勾选' },
}

/** The kinds in the order they are listed. */
export const areaOrder: readonly AreaKind[] = [
  'companySeal',
  'personSign',
  'handwrite',
  'date',
  'text',
  'textarea',
  'checkbox',
]

/** What the initiator fills in when a template is launched from. */
const senderKinds: readonly AreaKind[] = ['text', 'textarea', 'checkbox']
const filledIn: readonly AreaKind[] = ['date', 'text', 'textarea', 'checkbox']

/** What a party can be asked for, by what it is asked to sign with. */
export const kindsOf = (party: Pick<DraftParty, 'kind' | 'signerNo' | 'signKind'>): readonly AreaKind[] =>
  party.signerNo === senderNo
    ? senderKinds
    : [...signaturesFor(party.kind, party.signKind).filter(isAreaKind), ...filledIn]

/** Whether a position is of a kind the wizard places. */
export const isAreaKind = (type: string): type is AreaKind => Object.hasOwn(areaKinds, type)

/** What an area is called. */
export const areaLabel = (type: Control): string => controlLabels[type]

/** A new area of a kind for a party, its box as given. */
export function newArea(kind: AreaKind, signerNo: number, at: { fileId: string; page: number } & Box): Position {
  const { fileId, page, x, y, width, height } = at
  const format = kind === 'date' ? dateControlFormats[0] : null
  const fixed = { required: 1 as const, sealId: null, value: null, format }
  return { positionId: newAreaId(), fileId, page, x, y, width, height, positionType: kind, signerNo, ...fixed }
}

/** An id for a new area; the server keeps it. */
export const newAreaId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
