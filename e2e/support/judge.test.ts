import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hasTool } from '@moqi/trust/testing/foreign-judge'
import { sample, threeParties } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { toPem } from '@moqi/trust/certificates/pem'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { afterAll, describe, expect, test } from 'vitest'
import { judge } from './judge.ts'

const corpus = process.env.MOQI_CORPUS ?? resolve(import.meta.dirname, '../../../shared/corpus')
const tools = ['pdfsig', 'qpdf', 'openssl', 'certutil'].every(hasTool)
const folder = mkdtempSync(join(tmpdir(), 'moqi-judge-test-'))
const ours = await scene()
const stranger = await scene()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function rootFileOf({ root }: typeof ours, name: string): string {
  const file = join(folder, name)
  writeFileSync(file, toPem('CERTIFICATE', root.key.identity.certificate))
  return file
}

const ourRoot = rootFileOf(ours, 'ours.crt')

async function certified(): Promise<Buffer> {
  const { certifier, timestamps } = ours
  const means = { certifier, timestamps, now: () => sceneTime, notice: '测试证书，无法律效力' }
  return (await freezeDocument(means, sample('保密协议'), threeParties)).bytes
}

describe.skipIf(!tools)('the foreign judges (need pdfsig, qpdf, openssl, certutil)', () => {
  test('pass a file that we certified, time-stamp included', async () => {
    expect(judge(await certified(), ourRoot)).toEqual({ signatures: 1, timestamps: 1, faults: [] })
  })

  test('find one changed byte', async () => {
    const pdf = await certified()
    const at = 1000
    pdf[at] = (pdf[at] ?? 0) ^ 1
    const { faults } = judge(pdf, ourRoot)
    expect(faults.join('\n')).toMatch(/openssl cms: signature 1/)
    expect(faults.join('\n')).toMatch(/pdfsig: signature \d: Signature Validation/)
  })

  test('distrust a signature under somebody else’s root', async () => {
    const { faults } = judge(await certified(), rootFileOf(stranger, 'stranger.crt'))
    expect(faults.join('\n')).toMatch(/openssl cms/)
    expect(faults.join('\n')).toMatch(/openssl ts/)
    expect(faults.join('\n')).toMatch(/pdfsig: signature \d: Certificate Validation/)
  })

  test('say so when there is no signature', () => {
    expect(judge(sample('保密协议'), ourRoot).faults).toContain('no signature found')
  })
})

describe.skipIf(!tools || !existsSync(corpus))(
  'the foreign judges on the corpus (set MOQI_CORPUS or put it at ../shared/corpus)',
  () => {
    test('judge a document time-stamp beside a signature, and hold against both that their root is unknown', () => {
      const pdf = readFileSync(join(corpus, 'genuine/pades-lta-dss-indirect-arrs-test.pdf'))
      const { signatures, timestamps, faults } = judge(pdf, ourRoot)
      expect({ signatures, timestamps }).toEqual({ signatures: 1, timestamps: 1 })
      expect(faults.join('\n')).toMatch(/openssl ts: signature 2/)
    })
  },
)
