import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OfdSeeds, ofdSeeds } from './fuzz-ofd.ts'
import { signDocument } from '@moqi/signing/append/sign-document'
import { disc } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { onePage, pdfSource } from '@moqi/pdf/write/new-pdf'
import { foreignPdf, signField, stampDocument } from '@moqi/form/testing/foreign-document'
import type { VerifyOptions } from '@moqi/verify/verify-pdf'

/** A file to start from. */
export interface SeedFile {
  name: string
  bytes: Buffer
  /** Our own document, in which no byte may change unseen, not even beside a signature value. */
  strict: boolean
}

/** What is fuzzed: files, and what they are judged with. */
export interface Seeds {
  files: [SeedFile, ...SeedFile[]]
  options: VerifyOptions
  /** Packages of OFD, with what they are judged with. */
  ofd: OfdSeeds
}

/** Own and foreign signed files made in this process, and the public corpus when its folder is given and there. */
export async function seedFiles(corpus?: string): Promise<Seeds> {
  const on = await scene()
  const { certifier, timestamps } = on
  const key = await on.party('甲方')
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, pdfSource(onePage), {
    signatures: [
      { slot: 'moqi-0001', page: 1, box: { x: 30, y: 200, width: 40, height: 40 }, locks: ['moqi-0003'] },
      { slot: 'moqi-0002', page: 1, box: { x: 90, y: 200, width: 40, height: 40 } },
    ],
    stamps: [{ slot: 'moqi-0003', page: 1, box: { x: 120, y: 30, width: 30, height: 30 } }],
    crossPageSeals: [],
    texts: [],
  })
  const parts = [frozen.bytes]
  let { head } = frozen
  const image = disc()
  for (const slot of ['moqi-0001', 'moqi-0002']) {
    const more = slot === 'moqi-0001' ? { stamps: [{ slot: 'moqi-0003', image }] } : {}
    const request = { signature: { slot, image }, signerName: '甲方', reason: '同意', at: sceneTime, ...more }
    const document = { layout: frozen.layout, slots: frozen.slots, head }
    const signed = await signDocument({ key, timestamps, font: notoSans() }, document, request)
    parts.push(signed.increment)
    head = signed.head
  }
  const foreign = await signField(foreignPdf(), { key, timestamps })
  const root = on.root.key.identity.certificate
  return {
    files: [
      { name: 'own', bytes: Buffer.concat(parts), strict: true },
      { name: 'foreign', bytes: foreign, strict: false },
      { name: 'stamped', bytes: await stampDocument(foreign, timestamps, 20), strict: false },
      ...corpusFiles(corpus),
    ],
    options: { trustedRoots: [root], ownRoots: [root], now: sceneTime },
    ofd: await ofdSeeds(),
  }
}

const largestSeed = 300_000

function corpusFiles(folder: string | undefined): SeedFile[] {
  if (folder === undefined || !existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)), strict: false }))
    .filter(({ bytes }) => bytes.length <= largestSeed)
}
