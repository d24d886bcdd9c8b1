import { verbatim } from '../text/verbatim.ts'
import type { SealColor } from './seal-colors.ts'
import type { SealKind } from './seal-kind.ts'

/** What a company's seal is for, in the order of the page where one is chosen (domain 4.6). */
export const sealPurposes = [
  'official',
  'contract',
  'finance',
  'personnel',
  'business',
  'invoice',
  'legal',
  'other',
] as const
/** A member of `sealPurposes`. */
export type SealPurpose = (typeof sealPurposes)[number]

/** A seal's outline in mm. */
export type SealShape =
  | { readonly kind: 'round'; readonly diameter: number }
  | { readonly kind: 'oval'; readonly width: number; readonly height: number }
  | { readonly kind: 'square'; readonly side: number }

/** The sizes that are carved (domain 4.6), by the name that the wire and the database know them by. */
export const sealForms = {
  round38: { kind: 'round', diameter: 38 },
  round40: { kind: 'round', diameter: 40 },
  round42: { kind: 'round', diameter: 42 },
  round58: { kind: 'round', diameter: 58 },
  oval45: { kind: 'oval', width: 45, height: 30 },
  oval40: { kind: 'oval', width: 40, height: 30 },
  square18: { kind: 'square', side: 18 },
  square20: { kind: 'square', side: 20 },
  square22: { kind: 'square', side: 22 },
  square25: { kind: 'square', side: 25 },
} as const satisfies Record<string, SealShape>
/** A key of `sealForms`. */
export type SealForm = keyof typeof sealForms

/** The form in words, as a list shows it: 圆形 40 mm. */
export function sealFormLabel(form: SealForm): string {
  const shape: SealShape = sealForms[form]
  if (shape.kind === 'round') return `圆形 ${shape.diameter} mm`
  if (shape.kind === 'oval') return `椭圆 ${shape.width}×${shape.height} mm`
  return `方形 ${shape.side} mm`
}

type PurposeRow = {
  readonly label: string
  readonly hint: string
  readonly kind: Extract<SealKind, 'company' | 'legal'>
  /** What it may be carved as, the usual one first; null where the company's own kind decides. */
  readonly forms: readonly SealForm[] | null
  /** Whether the owner words the line; else it reads as is usual, or there is none. */
  readonly line: 'none' | 'usual' | 'own'
  /** What the line usually reads. */
  readonly carved: string
  readonly colors: readonly SealColor[]
  /** How many a company may have at once. */
  readonly most: number
}

const manyColors = ['red', 'blue', 'black'] as const
const purposeForms = ['round38', 'round40'] as const

/** One row a purpose (domain 4.6): everything that differs between them. */
export const purposeTable: Readonly<Record<SealPurpose, PurposeRow>> = {
  official: {
    label: '公章',
    hint: '对外文书、各类合同',
    kind: 'company',
    forms: null,
    line: 'none',
    carved: '',
    colors: manyColors,
    most: 1,
  },
  contract: {
    label: '合同专用章',
    hint: '对外签订合同',
    kind: 'company',
    forms: [...purposeForms, 'round58'],
    line: 'own',
    carved: verbatim`合同专用章`,
    colors: manyColors,
    most: 50,
  },
  finance: {
    label: '财务专用章',
    hint: '收付款、对账单',
    kind: 'company',
    forms: [...purposeForms, 'square22'],
    line: 'own',
    carved: verbatim`财务专用章`,
    colors: manyColors,
    most: 50,
  },
  personnel: {
    label: '人事专用章',
    hint: '劳动合同、在职证明',
    kind: 'company',
    forms: purposeForms,
    line: 'own',
    carved: verbatim`人事专用章`,
    colors: manyColors,
    most: 50,
  },
  business: {
    label: '业务专用章',
    hint: '订单、报价、验收',
    kind: 'company',
    forms: ['oval45', ...purposeForms],
    line: 'own',
    carved: verbatim`业务专用章`,
    colors: manyColors,
    most: 50,
  },
  invoice: {
    label: '发票专用章',
    hint: '只能为红色',
    kind: 'company',
    forms: ['oval40'],
    line: 'usual',
    carved: verbatim`发票专用章`,
    colors: ['red'],
    most: 50,
  },
  legal: {
    label: '法定代表人章',
    hint: '须由法定代表人本人授权',
    kind: 'legal',
    forms: ['square20', 'square18', 'square22', 'square25'],
    line: 'none',
    carved: '',
    colors: ['red', 'black'],
    most: 1,
  },
  other: {
    label: '其他专用章',
    hint: '横排文字自拟，15字以内',
    kind: 'company',
    forms: ['round38', 'round40', 'round42', 'oval45'],
    line: 'own',
    carved: '',
    colors: manyColors,
    most: 50,
  },
}

/** The official seal's form by the kind of company: 股份有限公司 42 mm, 有限公司 40 mm, others 38 mm, or an oval. */
function officialForms(companyName: string): readonly SealForm[] {
  if (companyName.endsWith('股份有限公司')) return ['round42', 'oval45']
  if (companyName.endsWith('有限公司')) return ['round40', 'oval45']
  return ['round38', 'oval45']
}

/** What a seal of this purpose may be carved as for this company, the usual form first. */
export function formsFor(purpose: SealPurpose, companyName: string): readonly SealForm[] {
  const { forms } = purposeTable[purpose]
  if (forms === null) return officialForms(companyName)
  // A joint-stock company carves its purpose seals one size larger.
  if (forms[0] === 'round38' && companyName.endsWith('股份有限公司')) {
    return ['round40', ...forms.filter((form) => form !== 'round40')]
  }
  return forms
}

/** What a company chooses of a seal; its ring always reads the registered name. */
export type SealDesign = {
  readonly purpose: SealPurpose
  readonly form: SealForm
  readonly color: SealColor
  /** A star in the middle of a round seal. */
  readonly star: boolean
  /** What stands across below the middle; empty for none. */
  readonly line: string
  /** Three lines at most below it, on a seal of 58 mm: bank, account, phone. */
  readonly details: readonly string[]
  /** The 13 digits that the registry of engravers issued; empty for none. */
  readonly code: string
}

/** Whose seal it is: the registered name, and what the line of an invoice seal and the legal seal read. */
export type SealOwner = {
  readonly companyName: string
  readonly creditCode: string
  /** Null when it is not known. */
  readonly legalName: string | null
}

/** Longest line; beyond 25 characters of name it would meet the ring's text. */
export const longestLine = (companyName: string): number => ([...companyName].length > 25 ? 5 : 15)

const longestDetail = 20
const mostDetails = 3

/** The usual design of a purpose for a company. */
export function usualDesign(purpose: SealPurpose, companyName: string): SealDesign {
  const { carved, colors } = purposeTable[purpose]
  return {
    purpose,
    form: formsFor(purpose, companyName)[0] ?? 'round38',
    color: colors[0] ?? 'red',
    star: purpose !== 'invoice',
    line: carved,
    details: [],
    code: '',
  }
}

/** Why a design cannot be carved: the field and what to do about it; null when it can. */
export function designFault(design: SealDesign, { companyName, legalName }: SealOwner): DesignFault | null {
  const row = purposeTable[design.purpose]
  if (!formsFor(design.purpose, companyName).includes(design.form))
    return { field: 'form', message: `${row.label}没有这种规格，请重新选择` }
  if (!row.colors.includes(design.color)) return { field: 'color', message: `${row.label}不能使用这种颜色` }
  if (design.code !== '' && !/^\d{13}$/.test(design.code))
    return { field: 'code', message: '防伪码为13位数字，由公安机关备案后取得' }
  if (design.purpose === 'legal' && legalName === null)
    return { field: 'purpose', message: '企业信息中没有法定代表人姓名，请先完成企业认证' }
  return lineFault(design, companyName)
}

/** A field of a design, and what is wrong with it, for its maker. */
export type DesignFault = {
  readonly field: 'form' | 'color' | 'code' | 'purpose' | 'line' | 'details'
  readonly message: string
}

function lineFault({ purpose, form, line, details }: SealDesign, companyName: string): DesignFault | null {
  return wordsFault(purpose, line, longestLine(companyName)) ?? detailsFault(form, details)
}

function wordsFault(purpose: SealPurpose, line: string, longest: number): DesignFault | null {
  const row = purposeTable[purpose]
  if (row.line === 'none' && line !== '') return { field: 'line', message: `${row.label}不刻横排文字` }
  if (row.line === 'usual' && line !== row.carved) return { field: 'line', message: `横排文字须为“${row.carved}”` }
  if (row.line === 'own' && line === '') return { field: 'line', message: '请填写横排文字' }
  if ([...line].length > longest) return { field: 'line', message: `横排文字不能超过${longest}个字` }
  if (/[\p{C}\p{Z}]/u.test(line)) return { field: 'line', message: '横排文字不能包含空格或不可见字符' }
  return null
}

function detailsFault(form: SealForm, details: readonly string[]): DesignFault | null {
  if (details.length > 0 && form !== 'round58')
    return { field: 'details', message: '只有58 mm的印章可以刻开户行、账号和电话' }
  if (details.length > mostDetails || details.some((text) => text === '' || [...text].length > longestDetail))
    return { field: 'details', message: `开户行、账号、电话各不超过${longestDetail}个字` }
  return null
}
