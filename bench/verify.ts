import { signDocument } from '@moqi/signing/append/sign-document'
import { disc, sample, scene, sceneTime } from '@moqi/signing/append/signing-scene'
import { notoSans } from '@moqi/signing/fonts/noto-sans'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { verifyPdf } from '@moqi/signing/verify/verify-pdf'
import { median, ownCpu } from './round-figures.ts'

const rounds = 9
const signers = 20

/** A contract signed by some of its parties, and the file of each step. */
interface SignedContract {
  /** By the number of signatures, the certification not counted. */
  steps: Map<number, Buffer>
  root: Buffer
}

const slotOf = (index: number) => `moqi-${String(index + 1).padStart(4, '0')}`

/** Freezes a sample for twenty parties and lets the first `count` of them sign. */
async function signContract(name: string, count: number): Promise<SignedContract> {
  const on = await scene()
  const { certifier, timestamps } = on
  const key = await on.party('签署人')
  const signatures = Array.from({ length: signers }, (_, index) => ({
    slot: slotOf(index),
    page: 1,
    box: { x: 10 + (index % 5) * 35, y: 20 + Math.floor(index / 5) * 50, width: 30, height: 30 },
  }))
  const plan = { signatures, stamps: [], crossPageSeals: [], texts: [] }
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, sample(name), plan)
  const steps = new Map<number, Buffer>()
  let { bytes, head } = frozen
  for (let index = 0; index < count; index++) {
    const signed = await signDocument(
      { key, timestamps, font: notoSans() },
      { layout: frozen.layout, slots: frozen.slots, head },
      { signature: { slot: slotOf(index), image: disc() }, signerName: '签署人', reason: '同意', at: sceneTime },
    )
    bytes = Buffer.concat([bytes, signed.increment])
    head = signed.head
    steps.set(index + 1, bytes)
  }
  return { steps, root: on.root.key.identity.certificate }
}

/** CPU time of one verification in ms; throws when the file does not verify. */
async function verificationCpu(contract: SignedContract, signatures: number): Promise<number> {
  const bytes = contract.steps.get(signatures)
  if (!bytes) throw new Error(`no file with ${signatures} signatures`)
  const trustedRoots = [contract.root]
  const before = ownCpu()
  const { verdict, reasonArray } = await verifyPdf(bytes, { trustedRoots, ownRoots: trustedRoots, now: sceneTime })
  const spent = ownCpu() - before
  if (verdict !== 'valid') throw new Error(`${verdict}: ${JSON.stringify(reasonArray)}`)
  return spent
}

const figure = (value: number) => Number(value.toFixed(2))

/**
 * CPU of verifying, without pictures: 20 signatures against 2 on one contract, 301 pages against 18 with two signatures.
 * Prints lines for people and last one JSON line; answers the exit code.
 */
export async function benchVerify(): Promise<number> {
  const usual = await signContract('采购框架协议', signers)
  const long = await signContract('建设工程总承包合同-301页', 2)
  const measured: Record<'two' | 'twenty' | 'long', number[]> = { two: [], twenty: [], long: [] }
  // The first round warms up; they alternate, so that a busy machine is busy for all of them.
  for (let round = 0; round <= rounds; round++) {
    const [two, twenty, many] = [
      await verificationCpu(usual, 2),
      await verificationCpu(usual, signers),
      await verificationCpu(long, 2),
    ]
    if (round === 0) continue
    measured.two.push(two)
    measured.twenty.push(twenty)
    measured.long.push(many)
  }
  const [two, twenty, many] = [median(measured.two), median(measured.twenty), median(measured.long)]
  console.log(`18 页，2 个签名：${two.toFixed(1)} ms CPU`)
  console.log(`18 页，20 个签名：${twenty.toFixed(1)} ms CPU，为 ${(twenty / two).toFixed(2)} 倍`)
  console.log(`301 页，2 个签名：${many.toFixed(1)} ms CPU，为 ${(many / two).toFixed(2)} 倍`)
  const ratios = { ratioTwentyToTwo: figure(twenty / two), ratio301To18: figure(many / two) }
  const milliseconds = { twoMs: figure(two), twentyMs: figure(twenty), pages301Ms: figure(many) }
  console.log(JSON.stringify({ bench: 'verify', ...ratios, ...milliseconds, rounds }))
  return 0
}
