/** Marks that writers use for each other, after NFKC has made full-width forms half-width. */
const alike = new Map([
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['「', '"'],
  ['」', '"'],
  ['‘', "'"],
  ['’', "'"],
  ['。', '.'],
  ['、', ','],
  ['《', '<'],
  ['》', '>'],
  ['〈', '<'],
  ['〉', '>'],
  ['【', '['],
  ['】', ']'],
  ['〔', '['],
  ['〕', ']'],
  ['—', '-'],
  ['–', '-'],
  ['―', '-'],
  ['─', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['•', '·'],
  ['・', '·'],
])

/** What of a character is compared: no white space, no case, no difference of width or of look-alike punctuation. */
export function comparable(character: string): string {
  const plain = character.normalize('NFKC').replace(/[\s\u200b\ufeff]/g, '')
  return [...plain.toLowerCase()].map((one) => alike.get(one) ?? one).join('')
}

/** As `comparable` for a whole text. */
export const comparableText = (text: string): string => [...text].map(comparable).join('')
