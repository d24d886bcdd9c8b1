import { expect, test } from 'vitest'
import { articleFault, articleLines, type ArticleText, checkFeedback, isColumnId } from './article-text.ts'

const text: ArticleText = {
  title: '如何发起合同？',
  parent: 'launch',
  order: 1,
  audience: ['company', 'person'],
  ask: null,
  body: '先上传文件，再添加签署方。',
}

test('a whole text has no fault', () => {
  expect(articleFault(text)).toBeNull()
  expect(articleFault({ ...text, body: '字'.repeat(20_000), title: '字'.repeat(40), ask: 999 })).toBeNull()
})

test.each([
  ['title', { title: ' 字 ' }],
  ['title', { title: '字'.repeat(41) }],
  ['title', { title: '两行\n标题' }],
  ['title', { title: '你好😀' }],
  ['order', { order: 0 }],
  ['order', { order: 1.5 }],
  ['audience', { audience: [] }],
  ['ask', { ask: 1000 }],
  ['body', { body: '太短' }],
  ['body', { body: '字'.repeat(20_001) }],
] satisfies [string, Partial<ArticleText>][])('%s is named when it is %j', (field, change) => {
  expect(articleFault({ ...text, ...change })?.field).toBe(field)
})

test('an address is of letters alone', () => {
  expect(['faq', 'signContract'].every(isColumnId)).toBe(true)
  expect(['a', 'a-b', '__proto__', '../x', '合同', 'a'.repeat(51)].some(isColumnId)).toBe(false)
})

test('what a difference compares has all of the article in it', () => {
  expect(articleLines(text)).toEqual([
    '标题：如何发起合同？',
    '章节：launch，第1篇',
    '读者：企业管理员、个人用户',
    '常见问题次序：不列入',
    '',
    '先上传文件，再添加签署方。',
  ])
})

test('a reader’s reason may be empty, not endless', () => {
  expect(checkFeedback('  ')).toEqual({ ok: true, value: '' })
  expect(checkFeedback('字'.repeat(301)).ok).toBe(false)
})
