import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { shortToken } from './short-token.ts'

test('a token is 11 letters and digits, with every one of them in every place and none that looks like another', () => {
  const tokens = Array.from({ length: 3000 }, () => shortToken({ random: randomBytes }))
  expect(tokens.filter((token) => !/^[0-9A-HJ-NP-Za-km-z]{11}$/.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(3000)
  for (let at = 0; at < 11; at++) expect(new Set(tokens.map((token) => token[at])).size).toBe(59)
})

test('a longer name has as many as were asked for', () => {
  expect(shortToken({ random: randomBytes }, 22)).toMatch(/^[0-9A-HJ-NP-Za-km-z]{22}$/)
})

test('the link of an SMS stays within the 35 characters that carriers take with a host of 13', () => {
  const token = shortToken({ random: randomBytes })
  expect(`https://qianyue123.cn/t/${token}`).toHaveLength(35)
})
