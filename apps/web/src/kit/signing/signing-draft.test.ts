import { expect, test } from 'vitest'
import { readDraft } from './signing-draft.ts'

test('choices come back as they were kept', () => {
  const state = {
    picks: { company: { sealId: 's' }, handwrite: { ink: { png: 'data:image/png;base64,AA', ratio: 2 } } },
    fills: { a: { sealId: 's' } },
    values: { t: '北京', c: 'yes' },
  }
  expect(readDraft(JSON.stringify(state))).toEqual(state)
})

test('anything that is not a choice of ours is left out', () => {
  expect(readDraft(null)).toEqual({ picks: {}, fills: {}, values: {} })
  expect(readDraft('{')).toEqual({ picks: {}, fills: {}, values: {} })
  const odd = {
    picks: { owner: { sealId: 's' }, company: 3 },
    fills: { a: { ink: { png: 'javascript:x', ratio: 1 } } },
  }
  expect(readDraft(JSON.stringify(odd))).toEqual({ picks: {}, fills: {}, values: {} })
})
