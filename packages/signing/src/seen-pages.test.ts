import { expect, test } from 'vitest'
import { judge, pdf } from './testing/own-document.ts'

test('a signature tells every page that its own box, its stamps or its cross-page seal are seen on', async () => {
  const { signatureArray } = await judge(pdf, { ownRoots: [] })
  const seen = signatureArray.filter(({ kind }) => kind === 'approval').map(({ page, pages }) => [page, pages])
  expect(seen).toEqual([
    [1, [1, 2, 3, 4]],
    [1, [1]],
    [1, [1]],
  ])
})
