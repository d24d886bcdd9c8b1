import { expect, it } from 'vitest'
import { plainPdf, readForTests } from '@moqi/pdf/testing/increment'
import { obstaclesOf } from '@moqi/verify/testing/reasons'
import { inspectPdf } from './inspect-pdf.ts'

const look = '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 14>>\nstream\n0 g 0 0 9 9 re f\nendstream'
const book = (count: number, flags: number) =>
  plainPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R]/Count ${count}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[4 0 R]/Resources<<>>>>',
    `<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/F ${flags}/AP<</N 5 0 R>>>>`,
    look.replace('14', '16'),
  ])

it.each([
  ['counts its pages wrongly', 2, 4],
  ['shows something in print only', 1, 36],
  ['shows something on screen only', 1, 0],
])('what %s is kept so that all readers see the same, and its sender is told', async (_, count, flags) => {
  expect(obstaclesOf(book(1, 4))).toEqual([])
  expect(obstaclesOf(book(count, flags))).toHaveLength(1)
  const { bytes, warnings } = await inspectPdf(book(count, flags))
  expect(warnings.map(({ kind }) => kind)).toEqual(['repaired'])
  expect(obstaclesOf(bytes)).toEqual([])
  expect(bytes.includes('/Count 1')).toBe(true)
  expect(readForTests(bytes).revisions).toHaveLength(1)
})
