import { type Checked, failed, passed } from '../identity/checked.ts'
import { type Control, isOfFamily } from './controls.ts'
import { hasUnseen } from '../text/one-line.ts'

/** What a party fills in on a page (domain 7.4). A number is a text whose format is `number`. */
export type FillIn = {
  readonly control: Control
  readonly required: boolean
  readonly format: string | null
  readonly bounds?: NumberBounds | undefined
}

/** Smallest and largest number allowed, both included; null is no limit. */
export type NumberBounds = { readonly min: number | null; readonly max: number | null }

/** Longest values and label, in characters. */
export const fillInLimits = { text: 100, textarea: 500, label: 30 } as const

/** The format of a text that takes a number only. */
export const numberFormat = 'number'

/** Whether a place is filled in rather than sealed, signed or dated. */
export const isFillIn = ({ control }: { readonly control: Control }): boolean => isOfFamily(control, 'fillIn')

/**
 * Checks a value as typed; a checkbox has `yes` or `no`. Passes it normalised, empty when nothing was asked or given.
 */
export function checkFillIn(place: FillIn, typed: string): Checked<string> {
  if (place.control === 'checkbox') return checkTick(place, typed)
  const value = typed
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\u3000]/g, ' ')
    .trim()
  if (value === '') return place.required ? failed('请填写') : passed('')
  return place.format === numberFormat ? checkNumber(value, place.bounds) : checkText(place, value)
}

function checkTick({ required }: FillIn, typed: string): Checked<string> {
  if (typed === 'yes') return passed('yes')
  return required ? failed('请勾选') : passed('no')
}

function checkText({ control }: FillIn, value: string): Checked<string> {
  const most = control === 'textarea' ? fillInLimits.textarea : fillInLimits.text
  if ([...value].length > most) return failed(`不能超过${most}个字`)
  if (control !== 'textarea' && value.includes('\n')) return failed('只能填写一行')
  return hasUnseen(value) ? failed('不能包含不可见字符') : passed(value)
}

/** Full-width digits and thousands separators are how people type; what is written is plain. */
function checkNumber(value: string, bounds: NumberBounds | undefined): Checked<string> {
  const plain = value.normalize('NFKC').replace(/,(?=\d{3}(\D|$))/g, '')
  if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(plain)) return failed('请填写数字')
  const { min = null, max = null } = bounds ?? {}
  if (min !== null && Number(plain) < min) return failed(`不能小于${min}`)
  if (max !== null && Number(plain) > max) return failed(`不能大于${max}`)
  return passed(plain)
}
