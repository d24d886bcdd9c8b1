import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

const page = (lang: string | null, ...words: string[]) => ({
  lang,
  items: [{ type: 'mark' }, ...words.map((str) => ({ str }))],
})

test('Chinese words are heard as Chinese, whatever the file says of itself', () => {
  expect(languageOf(page('en-US', '保密协议', 'NDA'))).toBe('zh-CN')
  expect(languageOf(page(null, '甲方'))).toBe('zh-CN')
})

test('other words are heard in the language that the file names', () => {
  expect(languageOf(page('en-GB', 'Agreement'))).toBe('en-GB')
  expect(languageOf(page(null, 'Agreement'))).toBe('')
})
