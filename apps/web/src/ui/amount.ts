/** An amount of 分 in 元, with commas and both decimals: `3,502,272.00`. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')

/** An amount in 元 as it is typed, in 分; null for none, `undefined` for what is no amount. */
export function readAmount(text: string): number | null | undefined {
  const plain = text.replaceAll(/[,，\s]/g, '')
  if (plain === '') return null
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(plain)) return undefined
  return Math.round(Number(plain) * 100)
}

/** An amount of 分 as one would type it in 元; empty for none. */
export const typedAmount = (fen: number | null): string => (fen === null ? '' : yuan(fen).replaceAll(',', ''))
