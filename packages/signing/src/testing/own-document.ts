import { signDocument } from '../append/sign-document.ts'
import { disc, sample, threeParties } from './signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { type DocumentModel, readModel } from '@moqi/pdf/graph/document-model'
import { readForTests } from '@moqi/pdf/testing/increment'
import type { Verdict } from '@moqi/verify/verdict'
import { type VerifyOptions, verifyPdf } from '@moqi/verify/verify-pdf'

/** Whose keys sign it. */
export const on = await scene()

/** DER of the root. */
export const root = on.root.key.identity.certificate

/** Who signs, in this order. */
export const signers = [await on.party('签署人1'), await on.party('签署人2'), await on.party('签署人3', 'rsa')]

/** Frozen, certified and signed by three: the first also sets a stamp, a cross-page seal and two texts. */
export async function signedByThree(upload: Buffer, timestamps = on.timestamps): Promise<Buffer> {
  const { certifier } = on
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, upload, threeParties)
  const parts = [frozen.bytes]
  let { head } = frozen
  for (const [index, key] of signers.entries()) {
    const image = disc(200 + index)
    const texts = [{ slot: 'moqi-0006', value: '2026年11月20日' }]
    const more =
      index === 0 ? { stamps: [{ slot: 'moqi-0004', image }], crossPage: { slot: 'moqi-0005', image }, texts } : {}
    const signed = await signDocument(
      { key, timestamps, font: notoSans() },
      { layout: frozen.layout, slots: frozen.slots, head },
      {
        signature: { slot: `moqi-000${index + 1}`, image },
        signerName: '签署人',
        reason: '同意',
        at: sceneTime,
        ...more,
      },
    )
    parts.push(signed.increment)
    head = signed.head
  }
  return Buffer.concat(parts)
}

/** A short one. */
export const pdf = await signedByThree(sample('保密协议'))
/** What the platform says of a file. */
export const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [root], ownRoots: [root], now: sceneTime, ...more })

/** The newest revision. */
export function modelOf(bytes: Buffer): DocumentModel {
  const view = readForTests(bytes).views.at(-1)
  const model = view && readModel(view)
  if (!model) throw new Error('no catalog')
  return model
}
