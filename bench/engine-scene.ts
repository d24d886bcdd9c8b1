import { signDocument, type Signed } from '../packages/signing/src/append/sign-document.ts'
import { disc } from '@moqi/signing/testing/signing-scene'
import { scene, type Scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import type { SigningKey } from '../packages/trust/src/cms/signing-key.ts'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import type { FieldPlan } from '@moqi/signing/freeze/field-plan'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import type { SuiteName } from '../packages/trust/src/suites/suite.ts'

/** One signature on a document that already has some; every call makes the same one anew and stores nothing. */
export type NextSignature = () => Promise<Signed>

/** An authority of one suite with a signer, and documents frozen by it. */
export type EngineScene = {
  /** Freezes `pdf` for 100 parties and answers the n-th signature on it, 1 ≤ n ≤ 100. */
  freeze: (pdf: Buffer) => Promise<(n: number) => Promise<NextSignature>>
}

const parties = 100
const perRow = 10
const side = 15
const slots = Array.from({ length: parties }, (_, index) => `moqi-${String(index + 1).padStart(4, '0')}`)
const plan: FieldPlan = {
  signatures: slots.map((slot, index) => ({
    slot,
    page: 1,
    box: { x: 10 + (index % perRow) * 19, y: 20 + Math.floor(index / perRow) * 25, width: side, height: side },
  })),
  stamps: [],
  crossPageSeals: [],
  texts: [],
}

/** Sets it up: P-256, RSA-2048 or SM2 throughout, the time-stamp authority in this process as well. */
export async function engineScene(suite: SuiteName): Promise<EngineScene> {
  const on = await scene(undefined, suite)
  const key = await on.party('张三')
  return { freeze: (pdf) => frozenFor(on, key, pdf) }
}

async function frozenFor({ certifier, timestamps }: Scene, key: SigningKey, pdf: Buffer) {
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, pdf, plan)
  const deps = { key, timestamps, font: notoSans() }
  const image = disc()
  const signOn = (head: typeof frozen.head, slot: string) =>
    signDocument(
      deps,
      // What the platform hands over as well: the party's own slots, not everybody's.
      { layout: frozen.layout, head, slots: frozen.slots.filter((own) => own.slot === slot) },
      { signature: { slot, image }, signerName: '张三', reason: '同意签署', at: sceneTime },
    )
  return async (n: number): Promise<NextSignature> => {
    let { head } = frozen
    for (const slot of slots.slice(0, n - 1)) head = (await signOn(head, slot)).head
    return () => signOn(head, slots[n - 1] ?? '')
  }
}
