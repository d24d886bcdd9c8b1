import type { Budget } from '../limits.ts'

const whiteSpace = /[\0\t\n\f\r ]/g

/**
 * ISO 32000-2 7.4.2: pairs of digits and white space up to `>`; an odd one counts as if 0 followed. Undefined if not.
 */
export function fromHex(data: Buffer, budget: Budget): Buffer | undefined {
  budget.scanned(data.length)
  const digits = textBefore(data, '>')
  if (!/^[0-9A-Fa-f]*$/.test(digits)) return undefined
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

/**
 * ISO 32000-2 7.4.3: five digits of base 85, from `!`, are four bytes, up to `~>`; `z` is four zeros, and of n digits
 * at the end n − 1 bytes count. Undefined if not, or if five digits are no 32-bit number.
 */
export function fromBase85(data: Buffer, budget: Budget): Buffer | undefined {
  budget.scanned(data.length)
  const digits = textBefore(data, '~>')
  if (!/^(?:[!-u]{5}|z)*[!-u]{0,4}$/.test(digits)) return undefined
  const whole = digits.replaceAll('z', '!!!!!')
  const rest = whole.length % 5
  if (rest === 1) return undefined
  const out = Buffer.alloc(Math.ceil(whole.length / 5) * 4)
  for (let at = 0; at < whole.length; at += 5) {
    let value = 0
    for (let digit = 0; digit < 5; digit += 1) value = value * 85 + (whole.charCodeAt(at + digit) || highest) - lowest
    if (value > 0xffffffff) return undefined
    out.writeUInt32BE(value, (at / 5) * 4)
  }
  return rest === 0 ? out : out.subarray(0, out.length - 5 + rest)
}

const lowest = 0x21
const highest = 0x75

function textBefore(data: Buffer, end: string): string {
  const at = data.indexOf(end, 0, 'latin1')
  return data.toString('latin1', 0, at < 0 ? data.length : at).replace(whiteSpace, '')
}
