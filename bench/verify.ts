import { signDocument } from '@moqi/signing/append/sign-document'
import { disc, sample } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { isSound } from './is-sound.ts'
import { median, ownCpu } from './round-figures.ts'

const rounds = 9
const signers = 25

/** A contract signed by some of its parties, and the file of each step. */
interface SignedContract {
  /** By the number of signatures, the certification not counted. */
  steps: Map<number, Buffer>
  root: Buffer
}

const slotOf = (index: number) => `moqi-${String(index + 1).padStart(4, '0')}`

/** Freezes a sample for 25 parties and lets the first `count` of them sign. */
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
  const verdict = await verifyPdf(bytes, { trustedRoots, ownRoots: trustedRoots, now: sceneTime })
  const spent = ownCpu() - before
  if (!isSound(verdict)) throw new Error(`${verdict.verdict}: ${JSON.stringify(verdict.reasonArray)}`)
  return spent
}

const figure = (value: number) => Number(value.toFixed(2))

/**
 * CPU of verifying, without pictures: 2, 5 and 25 signatures on one contract, and 301 pages against 18 with two
 * signatures. Prints lines for people and last one JSON line; answers the exit code.
 */
export async function benchVerify(): Promise<number> {
  const usual = await signContract('采购框架协议', signers)
  const long = await signContract('建设工程总承包合同-301页', 2)
  const cases = { two: [usual, 2], five: [usual, 5], twentyFive: [usual, signers], pages301: [long, 2] } as const
  const measured = { two: [] as number[], five: [] as number[], twentyFive: [] as number[], pages301: [] as number[] }
  // The first round warms up; they alternate, so that a busy machine is busy for all of them.
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['two', 'five', 'twentyFive', 'pages301'] as const) {
      const [contract, signatures] = cases[name]
      const spent = await verificationCpu(contract, signatures)
      if (round > 0) measured[name].push(spent)
    }
  }
  const two = median(measured.two)
  const five = median(measured.five)
  const twentyFive = median(measured.twentyFive)
  const pages301 = median(measured.pages301)
  console.log(`18 页，2 个签名：${two.toFixed(1)} ms CPU`)
  console.log(`18 页，5 个签名：${five.toFixed(1)} ms CPU（目标 ≤ 100）`)
  console.log(`18 页，25 个签名：${twentyFive.toFixed(1)} ms CPU（目标 ≤ 500）`)
  console.log(`301 页，2 个签名：${pages301.toFixed(1)} ms CPU，为 18 页的 ${(pages301 / two).toFixed(2)} 倍`)
  const ratios = { ratioTwentyFiveToFive: figure(twentyFive / five), ratio301To18: figure(pages301 / two) }
  const milliseconds = {
    twoMs: figure(two),
    fiveMs: figure(five),
    twentyFiveMs: figure(twentyFive),
    pages301Ms: figure(pages301),
  }
  console.log(JSON.stringify({ bench: 'verify', ...ratios, ...milliseconds, rounds }))
  return 0
}
