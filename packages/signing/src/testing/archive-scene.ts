import type { Head, Layout, Slot } from '../append/layout.ts'
import { signDocument } from '../append/sign-document.ts'
import { disc, firstParties, sample } from './signing-scene.ts'
import { type Scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import type { Authority } from '@moqi/trust/certificates/authority'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { readCertificate } from '@moqi/trust/chains/certificate'
import type { RevocationSource } from '../levels/validation-data.ts'

/** What the tests of the archive increments work on. */

const dayMs = 24 * 3_600_000

/** A document while it grows. */
export interface GrowingDocument {
  bytes: Buffer
  layout: Layout
  slots: Slot[]
  head: Head
}

/** A contract certified and signed by two of its parties; `stamped` says which of them had a time-stamp authority. */
export async function signedByTwo(
  on: Scene,
  upload = sample('保密协议'),
  stamped: [boolean, boolean] = [true, true],
  parties = 2,
): Promise<GrowingDocument> {
  const deps = { certifier: on.certifier, timestamps: on.timestamps, now: () => sceneTime }
  const frozen = await freezeDocument(deps, upload, firstParties(parties))
  let grown: GrowingDocument = frozen
  for (const [index, isStamped] of stamped.entries()) {
    const signed = await signDocument(
      {
        key: await on.party(`签署人${index + 1}`),
        font: notoSans(),
        ...(isStamped ? { timestamps: on.timestamps } : {}),
      },
      { layout: grown.layout, slots: frozen.slots, head: grown.head },
      {
        signature: { slot: `moqi-000${index + 1}`, image: disc(200 + index) },
        signerName: '签署人',
        reason: '同意',
        at: sceneTime,
      },
    )
    grown = grow(grown, signed)
  }
  return grown
}

/** The document after one more increment, as it is when it comes back from storage. */
export function grow(
  { bytes, layout, slots }: GrowingDocument,
  { increment, head }: { increment: Buffer; head: Head },
): GrowingDocument {
  return {
    bytes: Buffer.concat([bytes, increment]),
    layout: structuredClone(layout),
    slots,
    head: JSON.parse(JSON.stringify(head)),
  }
}

/** Revocation lists of both authorities as they stand at a time; `number` tells lists apart. */
export function listsAt(on: Scene, at: Date, number = 1): RevocationSource {
  const listOf = (authority: Authority) =>
    createRevocationList({
      authority,
      revoked: [],
      thisUpdate: at,
      nextUpdate: new Date(at.getTime() + dayMs),
      number,
    })
  const lists = new Map<string, Promise<Buffer>>()
  return async (_certificate, issuer) => {
    const { sha256, subject } = readCertificate(issuer)
    const authority = subject.equals(on.root.name) ? on.root : on.issuing
    const list = lists.get(sha256) ?? listOf(authority)
    lists.set(sha256, list)
    return { crls: [await list], ocsps: [] }
  }
}
