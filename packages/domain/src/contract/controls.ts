import { keysOf } from '../keys-of.ts'
import { dateControlFormats } from '../time/date-control.ts'
import type { SealKind } from '../seals/seal-kind.ts'
import type { PartyKind } from './party-kind.ts'

/**
 * What a place of a control gets: the picture of a seal, of a seal in strips over several pages (骑缝章), of something
 * written by hand, the day of signing, or what is typed or ticked.
 */
export type ControlFamily = 'seal' | 'signature' | 'crossPage' | 'date' | 'fillIn'

/** The facts of a control, from which every list of controls is drawn. */
type Facts = {
  readonly label: string
  readonly family: ControlFamily
  /** The kind of party that has it; null for both. */
  readonly side: PartyKind | null
  /** The kinds of seal that may stand there; none where no seal does, or one that stands elsewhere too. */
  readonly takes: readonly SealKind[]
  /** The size of a new place in mm. */
  readonly size: { readonly width: number; readonly height: number }
  /** The format of a new place. */
  readonly format: string | null
}

const placed = { side: null, takes: [], format: null } as const
const seal = { ...placed, family: 'seal' } as const
const fillIn = { ...placed, family: 'fillIn' } as const

/**
 * Controls that may be placed on a page (domain 7.4), in the order they are listed. A company's seal is at most 42 mm
 * across, a name seal 20 (domain 4.6).
 */
export const controlTable = {
  companySeal: { ...seal, label: '企业印章', side: 'company', takes: ['company'], size: { width: 42, height: 42 } },
  legalSeal: { ...seal, label: '法定代表人章', side: 'company', takes: ['legal'], size: { width: 20, height: 20 } },
  personSign: {
    ...seal,
    label: '个人签名',
    side: 'person',
    takes: ['person', 'handwrite'],
    size: { width: 20, height: 20 },
  },
  handwrite: {
    ...placed,
    label: '手写签名',
    family: 'signature',
    takes: ['handwrite'],
    size: { width: 40, height: 20 },
  },
  crossPage: { ...placed, label: '骑缝章', family: 'crossPage', size: { width: 42, height: 42 } },
  date: {
    ...placed,
    label: '签署日期',
    family: 'date',
    size: { width: 40, height: 8 },
    format: dateControlFormats[0],
  },
  text: { ...fillIn, label: '单行文本', size: { width: 50, height: 8 } },
  textarea: { ...fillIn, label: '多行文本', size: { width: 80, height: 20 } },
  checkbox: { ...fillIn, label: '勾选框', size: { width: 5, height: 5 } },
} as const satisfies Readonly<Record<string, Facts>>

type Table = typeof controlTable
/** A kind of control: a row of the table of controls. */
export type Control = keyof Table
/** A control whose place is on one page. */
export type OnePageControl = {
  [C in Control]: Table[C] extends { family: 'crossPage' } ? never : C
}[Control]

/** Every control, in the table's order. */
export const controls: readonly Control[] = keysOf(controlTable)

/** Whether a control is of one of these families. */
export const isOfFamily = (control: Control, ...families: readonly ControlFamily[]): boolean =>
  families.includes(controlTable[control].family)

/** Whether a control's place is on one page. */
export const isOnePage = (control: Control): control is OnePageControl => !isOfFamily(control, 'crossPage')

/** Whether a seal of that kind may stand at a place of that control. */
export const takesSeal = (control: Control, kind: SealKind): boolean =>
  controlTable[control].takes.some((taken) => taken === kind)

/** Whether what stands there may be cut into a cross-page seal: a party's own seal, not its legal representative's. */
export const isCutAcross = (control: Control): boolean => isOfFamily(control, 'seal') && control !== 'legalSeal'

/** Whether a control is a company's own, which no person can sign. */
export const isCompanys = (control: Control): boolean => controlTable[control].side === 'company'
