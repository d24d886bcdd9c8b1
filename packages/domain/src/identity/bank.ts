import { type Checked, failed, passed, shaped } from './checked.ts'

/** A corporate account of 8–32 digits, without spaces and hyphens; such accounts have no check digit. */
export const checkCorporateAccount = (text: string): Checked<string> =>
  shaped(text.replace(/[\s-]+/g, ''), /^\d{8,32}$/, '对公账号格式不正确')

/** How often the amount that was sent may be told wrongly (domain 4.1). */
export const paymentTries = 3
/** For how many days the amount that was sent may be told (domain 4.1). */
export const paymentDays = 7

/** The amount received, `0.01`–`0.99` 元, as 分; the text counts the tries left after this one. */
export function checkPaymentAmount(text: string, triesLeft: number): Checked<number> {
  const fen = /^0\.\d{2}$/.test(text.trim()) ? Number(text.trim().slice(2)) : 0
  return fen > 0 ? passed(fen) : failed(`金额不正确，还可尝试${triesLeft}次`)
}

/** A personal bank card of 15–19 digits that fulfils Luhn's sum, without spaces and hyphens. */
export function checkPersonalCard(text: string): Checked<string> {
  const card = text.replace(/[\s-]+/g, '')
  const sum = [...card].toReversed().reduce((total, digit, index) => {
    const weighed = Number(digit) * (1 + (index % 2))
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return /^\d{15,19}$/.test(card) && sum % 10 === 0 ? passed(card) : failed('银行卡号格式不正确')
}
