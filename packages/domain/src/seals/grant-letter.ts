import { formatDate } from '../time/format-date.ts'
import type { GrantScope } from './seal-grant.ts'

/** What a letter of authorisation is written of; times in ms. Null is what is not known yet. */
export type GrantLetter = {
  readonly letterNo: string | null
  readonly companyName: string
  readonly creditCode: string | null
  /** Of the legal representative's seal: whose it is, who authorises in the company's place. */
  readonly legalPersonName: string | null
  readonly memberName: string
  /** Masked. */
  readonly memberPhone: string
  readonly departmentName: string | null
  readonly sealName: string
  readonly sealCode: string
  readonly scope: GrantScope
  /** What the templates, or the one contract, are called. */
  readonly names: readonly string[]
  readonly counterparts: readonly string[]
  readonly beginAt: number | null
  readonly endAt: number | null
  /** The most a contract may be about, in 分; null asks for none. */
  readonly amountMax: number | null
}

/** A paragraph of the letter. */
export type LetterPart = { readonly kind: 'heading' | 'text'; readonly text: string }

/** What the letter is called on its first page (domain 7.6). */
export const letterTitle = '电子印章授权书'
/** What the letter is called by which a company has its seal put on by itself. */
export const autoLetterTitle = '电子印章自动签署授权书'

/** The days a letter may be signed on, the one it was made included. */
export const letterDays = 7

/** What stands where the two sides sign. */
export const letterSides = { grantor: '授权人', member: '被授权人' } as const

const blank = '　　　　'
const day = (at: number | null) => (at === null ? blank : formatDate(at, '{y}年{m}月{d}日'))
const quoted = (names: readonly string[]) =>
  names.length === 0 ? blank : names.map((name) => `《${name}》`).join('、')
const inBrackets = (...words: (string | null)[]) => {
  const said = words.filter((word) => word !== null && word !== '').join('，')
  return said === '' ? '' : `（${said}）`
}

const amountText = (amountMax: number | null) =>
  amountMax === null ? '' : `单份合同金额不超过人民币${amountMax / 100}元`

function scopeText({ scope, names, counterparts, amountMax }: GrantLetter): string {
  const of = {
    all: '全部合同',
    templates: `由模板${quoted(names)}发起的合同`,
    contract: `合同${quoted(names)}一份，签署完成即止`,
  }
  const sides = counterparts.length === 0 ? '' : `相对方限于${counterparts.join('、')}`
  return [of[scope], sides, amountText(amountMax)].filter(Boolean).join('，')
}

/** The letter in words, as it is shown while it is filled in and as it is typeset. */
export function letterParts(letter: GrantLetter): LetterPart[] {
  const { letterNo, companyName, creditCode, legalPersonName, memberName, memberPhone, departmentName } = letter
  const company = `${companyName}${inBrackets(creditCode && `统一社会信用代码${creditCode}`)}`
  const grantor = legalPersonName === null ? company : `${legalPersonName}（${companyName}法定代表人）`
  const member = `${memberName || blank}${inBrackets(memberPhone && `手机号${memberPhone}`, departmentName)}`
  return [
    heading(`编号：${letterNo ?? '签署时生成'}`),
    text(`授权人：${grantor}`),
    text(`被授权人：${member}`),
    text('授权人同意被授权人在下列范围内使用授权人的电子印章签署文件，由此产生的法律后果由授权人承担：'),
    text(`一、授权印章：${letter.sealName || blank}${inBrackets(letter.sealCode && `编码${letter.sealCode}`)}`),
    text(`二、授权范围：${scopeText(letter)}`),
    text(`三、授权期限：自${day(letter.beginAt)}起至${day(letter.endAt)}23时59分59秒止`),
    text('四、被授权人不得转授权。授权人可以随时撤销，撤销自通知之时起生效，不影响已签署文件的效力。'),
    text('五、授权人变更企业管理员，或被授权人离开授权人企业的，本授权自行失效。'),
  ]
}

/** What a letter of automatic signing is written of. */
export type AutoLetter = Pick<
  GrantLetter,
  | 'letterNo'
  | 'companyName'
  | 'creditCode'
  | 'sealName'
  | 'sealCode'
  | 'names'
  | 'counterparts'
  | 'beginAt'
  | 'endAt'
  | 'amountMax'
> & {
  readonly countMax: number | null
}

/** The letter of automatic signing in words: the company binds itself alone. */
export function autoLetterParts(letter: AutoLetter): LetterPart[] {
  const { letterNo, companyName, creditCode, counterparts, amountMax, countMax } = letter
  const bounds = [
    counterparts.length === 0 ? '' : `相对方限于${counterparts.join('、')}`,
    amountText(amountMax),
    `累计不超过${countMax ?? blank}份`,
  ].filter(Boolean)
  return [
    heading(`编号：${letterNo ?? '签署时生成'}`),
    text(`授权人：${companyName}${inBrackets(creditCode && `统一社会信用代码${creditCode}`)}`),
    text(
      '授权人同意平台在下列范围内，于合同轮到授权人签署时自动加盖授权人的电子印章，由此产生的法律后果由授权人承担：',
    ),
    text(`一、授权印章：${letter.sealName || blank}${inBrackets(letter.sealCode && `编码${letter.sealCode}`)}`),
    text(`二、授权范围：由模板${quoted(letter.names)}发起的合同，${bounds.join('，')}`),
    text(`三、授权期限：自${day(letter.beginAt)}起至${day(letter.endAt)}23时59分59秒止`),
    text('四、有签署时填写的内容、附件，或发起方要求阅读全文、指定意愿认证方式的合同不自动签署，由经办人签署。'),
    text(
      '五、授权人可以随时撤销，撤销即时生效，不影响已签署文件的效力。自动签署的合同在签署记录和签署报告中注明“自动签署”。',
    ),
    text(
      '六、授权人变更企业名称、企业管理员，印章停用、冻结或注销，或作出本授权的管理员离开授权人企业的，自动签署随即停止。',
    ),
  ]
}

const heading = (words: string): LetterPart => ({ kind: 'heading', text: words })
const text = (words: string): LetterPart => ({ kind: 'text', text: words })

/** What letters made on this day are numbered from, such as SQ20261122. */
export const letterNoPrefix = (now: number): string => `SQ${formatDate(now, '{y}{m}{d}')}`

/** The number after the last one of that day; null when there is none yet. */
export function nextLetterNo(now: number, last: string | null): string {
  const prefix = letterNoPrefix(now)
  const number = last === null ? 0 : Number(last.slice(prefix.length))
  return `${prefix}${String(number + 1).padStart(3, '0')}`
}
