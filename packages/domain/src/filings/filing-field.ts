import { type Checked, failed, passed } from '../identity/checked.ts'
import { filingLimits } from './filing-limits.ts'
import { dayWritten, readDay } from './filing-term.ts'

/** What a field of a company's own holds: a text, a number, an amount in 分, a day, one of its choices, a member. */
export const filingFieldKinds = ['text', 'number', 'amount', 'date', 'choice', 'person'] as const
/** A member of `filingFieldKinds`. */
export type FilingFieldKind = (typeof filingFieldKinds)[number]

/** What a page calls each kind. */
export const filingFieldLabels: Readonly<Record<FilingFieldKind, string>> = {
  text: '文字',
  number: '数字',
  amount: '金额',
  date: '日期',
  choice: '选项',
  person: '成员',
}

/** A field as far as its values depend on it. */
export type FilingField = {
  readonly fieldId: string
  readonly name: string
  readonly kind: FilingFieldKind
  readonly required: boolean
  readonly choices: readonly string[]
}

/** A field's name: 1–20 characters. */
export function checkFieldName(text: string): Checked<string> {
  const value = text.trim().replace(/\s+/g, ' ')
  if (value === '') return failed('请输入字段名称')
  return [...value].length > 20 ? failed('字段名称不超过20个字') : passed(value)
}

/** The choices of a field, each once; only a field of that kind has any, and must. */
export function checkChoices(kind: FilingFieldKind, written: readonly string[]): Checked<string[]> {
  const choices = [...new Set(written.map((one) => one.trim()).filter(Boolean))]
  if (kind !== 'choice') return passed([])
  if (choices.length === 0) return failed('请至少填写一个选项')
  if (choices.length > filingLimits.choices) return failed(`选项不能超过${filingLimits.choices}个`)
  return choices.some((one) => [...one].length > 30) ? failed('每个选项不超过30个字') : passed(choices)
}

/** Who may stand in a field of kind `person`: account ids with names. */
export type Namer = ReadonlyMap<string, string>

/**
 * A value as it is kept, from what was written: numbers in digits, amounts in 分, days as 2026-04-01, members by their
 * id. Empty is empty, whether it may be or not.
 */
export function readValue(field: FilingField, written: string, people: Namer): Checked<string> {
  const text = written.trim()
  if (text === '') return passed('')
  return readers[field.kind](text, field, people)
}

const readers: Readonly<Record<FilingFieldKind, (text: string, field: FilingField, people: Namer) => Checked<string>>> =
  {
    text: (text) =>
      [...text].length > filingLimits.textLength ? failed(`不超过${filingLimits.textLength}个字`) : passed(text),
    number: (text) => {
      const plain = text.replaceAll(/[,，]/g, '')
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(plain) ? passed(plain) : failed('请填写数字')
    },
    amount: (text) => {
      const plain = text.replaceAll(/[,，￥¥元\s]/g, '')
      if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return failed('请填写金额，单位为元，最多两位小数')
      return passed(String(Math.round(Number(plain) * 100)))
    },
    date: (text) => {
      const day = readDay(text)
      return day === null ? failed('请按 2026-01-31 的格式填写日期') : passed(dayWritten(day))
    },
    choice: (text, { choices }) => (choices.includes(text) ? passed(text) : failed(`请填写：${choices.join('、')}`)),
    person: (text, _field, people) => {
      if (people.has(text)) return passed(text)
      const named = [...people].filter(([, name]) => name === text)
      const [only] = named
      if (!only) return failed('没有这位成员')
      return named.length === 1 ? passed(only[0]) : failed('有多位同名成员，请在页面上选择')
    },
  }

/** A kept value as it is read: an amount in 元, a member by name. */
export function valueWritten({ kind }: Pick<FilingField, 'kind'>, kept: string, people: Namer): string {
  if (kept === '') return ''
  if (kind === 'amount') return (Number(kept) / 100).toFixed(2)
  return kind === 'person' ? (people.get(kept) ?? '已退出成员') : kept
}
