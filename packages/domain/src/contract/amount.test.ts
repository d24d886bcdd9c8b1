import { expect, test } from 'vitest'
import { amountToJudge, contractAmount } from './amount.ts'

test.each([
  { is: 'what the own side wrote', own: true, stated: 500, named: null, judged: 500 },
  { is: 'nothing that only the other side wrote', own: false, stated: 500, named: null, judged: null },
  { is: 'what is named', own: false, stated: null, named: 300, judged: 300 },
  { is: 'the larger of both', own: true, stated: 500, named: 300, judged: 500 },
  { is: 'the larger, though the other side wrote it', own: false, stated: 500, named: 300, judged: 500 },
  { is: 'a larger one that is named', own: true, stated: 500, named: 800, judged: 800 },
  { is: 'nothing when nobody said', own: true, stated: null, named: null, judged: null },
  { is: 'nought where that is written', own: true, stated: 0, named: null, judged: 0 },
])('a side goes by $is', ({ own, stated, named, judged }) => {
  expect(amountToJudge(contractAmount(stated, own), named)).toBe(judged)
})
