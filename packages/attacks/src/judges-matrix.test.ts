import { describe, expect, test } from 'vitest'
import { judges } from './foreign-opinions.ts'
import { signForJudges } from './judged-contract.ts'
import { scene } from '@moqi/trust/testing/authority-scene'

/** A part of the matrix that touches every suite, form and length once; all of it: npm run judges. */
const matrix = [
  { suite: 'P-256', level: 'B-T', signers: 5, pages: 18, xref: 'table' },
  { suite: 'P-256', level: 'B-LTA', signers: 1, pages: 301, xref: 'stream' },
  { suite: 'RSA-2048', level: 'B-LT', signers: 2, pages: 1, xref: 'stream' },
  { suite: 'SM2', level: 'B-T', signers: 2, pages: 18, xref: 'stream' },
] as const

describe.each(matrix)('$suite, $level, $signers signers, $pages pages, xref $xref', async ({ suite, ...contract }) => {
  const on = await scene(undefined, suite)
  const pdf = await signForJudges(on, contract)
  const exhibit = {
    pdf,
    level: contract.level,
    signatures: contract.signers + 1,
    root: on.root.key.identity.certificate,
  }

  for (const { name, isPresent, complaint } of judges.filter(({ knowsSm2 }) => knowsSm2 || suite !== 'SM2')) {
    test.skipIf(!isPresent)(`convinces ${name} (needs it)`, async () => {
      expect(await complaint(exhibit)).toBeUndefined()
    })
  }
})

test('a judge who is shown a changed file objects', async () => {
  const on = await scene()
  const pdf = await signForJudges(on, { level: 'B-T', signers: 1, pages: 1, xref: 'table' })
  pdf[20] = (pdf[20] ?? 0) ^ 1
  const exhibit = { pdf, level: 'B-T' as const, signatures: 2, root: on.root.key.identity.certificate }
  const asked = judges.filter(({ name, isPresent }) => isPresent && /moqi|pdfsig|openssl cms|mutool sign/.test(name))
  for (const { complaint } of asked) expect(await complaint(exhibit)).toBeDefined()
})
