import { expect, test } from 'vitest'
import { inEnglish } from './answers.ts'

const words = {
  份数不足: 'No contracts left',
  '《{0}》已由{1}签署': '“{0}” was signed by {1}',
  '最多{0}个': 'At most {0}',
  '{0}：{1}': '{0}: {1}',
  经办人: 'handler',
  '{0}{1}份': '{1} of {0}',
}
const read = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer), inEnglish(words))

test('what the server words is read in English, wherever it stands in an answer', () => {
  expect(
    read({ code: 1, message: '份数不足', data: { list: [{ label: '最多3个' }], warningArray: ['份数不足'] } }),
  ).toEqual({
    code: 1,
    message: 'No contracts left',
    data: { list: [{ label: 'At most 3' }], warningArray: ['No contracts left'] },
  })
})

test('names and titles stay as people wrote them, also within a sentence', () => {
  expect(read({ taskName: '份数不足', message: '《份数不足书》已由王小明签署' })).toEqual({
    taskName: '份数不足',
    message: '“份数不足书” was signed by 王小明',
  })
})

test('a text of the server’s within another is put into English too', () => {
  expect(read({ message: '经办人：份数不足' })).toEqual({ message: 'handler: No contracts left' })
})

test('what no pattern has made stays as it is, and slots that cannot be told apart make none', () => {
  expect(read({ message: '从未见过的话' })).toEqual({ message: '从未见过的话' })
  expect(read({ message: '甲乙份' })).toEqual({ message: '甲乙份' })
})
