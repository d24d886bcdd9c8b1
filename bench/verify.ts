import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { signDocument } from '@moqi/signing/append/sign-document'
import { disc, sample } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { openPageImages, type Renderer } from '@moqi/pdf/page-image/render-page'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { isSound } from './is-sound.ts'
import { median, ownCpu } from './round-figures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = 9
const signers = 25

/** A contract signed by some of its parties, and the file of each step. */
interface SignedContract {
  /** By the number of signatures, the certification not counted. */
  steps: Map<number, Buffer>
  root: Buffer
}

const slotOf = (index: number) => `moqi-${String(index + 1).padStart(4, '0')}`

/** Freezes a sample for 25 parties and lets the first `count` sign, the very first with a cross-page seal if wanted. */
async function signContract(name: string, count: number, isSealed = false): Promise<SignedContract> {
  const on = await scene()
  const { certifier, timestamps } = on
  const key = await on.party('签署人')
  const signatures = Array.from({ length: signers }, (_, index) => ({
    slot: slotOf(index),
    page: 1,
    box: { x: 10 + (index % 5) * 35, y: 20 + Math.floor(index / 5) * 50, width: 30, height: 30 },
    locks: isSealed && index === 0 ? ['moqi-1000'] : [],
  }))
  const crossPageSeals = isSealed ? [{ slot: 'moqi-1000', y: 120, size: 42 }] : []
  const plan = { signatures: isSealed ? signatures.slice(0, count) : signatures, stamps: [], crossPageSeals, texts: [] }
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, sample(name), plan)
  const steps = new Map<number, Buffer>()
  let { bytes, head } = frozen
  for (let index = 0; index < count; index++) {
    const signed = await signDocument(
      { key, timestamps, font: notoSans() },
      { layout: frozen.layout, slots: frozen.slots, head },
      {
        signature: { slot: slotOf(index), image: disc() },
        signerName: '签署人',
        reason: '同意',
        at: sceneTime,
        ...(isSealed && index === 0 && { crossPage: { slot: 'moqi-1000', image: disc() } }),
      },
    )
    bytes = Buffer.concat([bytes, signed.increment])
    head = signed.head
    steps.set(index + 1, bytes)
  }
  return { steps, root: on.root.key.identity.certificate }
}

/** How often a verification left something undone, or was of a page that was not looked at. */
const undone = { count: 0 }

/** CPU time of one verification in ms, with pictures as the product has them; throws when the file does not verify. */
async function verificationCpu(contract: SignedContract, signatures: number, renderer: Renderer): Promise<number> {
  const bytes = contract.steps.get(signatures)
  if (!bytes) throw new Error(`no file with ${signatures} signatures`)
  const trustedRoots = [contract.root]
  const before = ownCpu()
  const verdict = await verifyPdf(Buffer.from(bytes), {
    trustedRoots,
    ownRoots: trustedRoots,
    now: sceneTime,
    renderer,
    pictures: 3,
  })
  const spent = ownCpu() - before
  if (!isSound(verdict)) throw new Error(`${verdict.verdict}: ${JSON.stringify(verdict.reasonArray)}`)
  if (verdict.reasonArray.some(({ code }) => code === 'visual-partial')) undone.count += 1
  return spent
}

/** The program that `npm run verify` starts. */
function verifyProgram(): string {
  const ask = `import { inOnePiece } from './scripts/one-piece.mjs'
    console.log(await inOnePiece('${root}packages/evidence/src/command-line.ts'))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', ask], { cwd: root, encoding: 'utf8' }).trim()
}

/** CPU time in ms that a program takes to say that there is no such file: the shell's own account of its children. */
function startCpu(program: string): number {
  const command = `"${process.execPath}" "${program}" verify no-such-file.pdf; times`
  const env = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', ...process.env }
  const { stdout } = spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' })
  const ofChildren = stdout.trimEnd().split('\n').at(-1) ?? ''
  const spent = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  )
  return spent.reduce((sum, one) => sum + one, 0) * 1000
}

const figure = (value: number) => Number(value.toFixed(2))

/**
 * CPU of verifying, with pictures: 2, 5 and 25 signatures on one contract, and 301 pages with two signatures and a
 * cross-page seal against 18; how long the command takes to start. Prints lines for people and last one JSON line;
 * answers the exit code.
 */
export async function benchVerify(): Promise<number> {
  const usual = await signContract('采购框架协议', signers)
  const long = await signContract('建设工程总承包合同-301页', 2, true)
  const cases = { two: [usual, 2], five: [usual, 5], twentyFive: [usual, signers], pages301: [long, 2] } as const
  const renderer = await openPageImages()
  const measured = { two: [] as number[], five: [] as number[], twentyFive: [] as number[], pages301: [] as number[] }
  // The first round warms up; they alternate, so that a busy machine is busy for all of them.
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['two', 'five', 'twentyFive', 'pages301'] as const) {
      const [contract, signatures] = cases[name]
      const spent = await verificationCpu(contract, signatures, renderer)
      if (round > 0) measured[name].push(spent)
    }
  }
  const program = verifyProgram()
  const starts = Array.from({ length: 4 }, () => startCpu(program)).slice(1)
  const two = median(measured.two)
  const five = median(measured.five)
  const twentyFive = median(measured.twentyFive)
  const pages301 = median(measured.pages301)
  console.log(`18 页，2 个签名：${two.toFixed(1)} ms CPU`)
  console.log(`18 页，5 个签名：${five.toFixed(1)} ms CPU（目标 ≤ 60）`)
  console.log(`18 页，25 个签名：${twentyFive.toFixed(1)} ms CPU（目标 ≤ 250）`)
  console.log(
    `301 页，2 个签名：${pages301.toFixed(1)} ms CPU，为 18 页的 ${(pages301 / two).toFixed(2)} 倍（目标 ≤ 600）`,
  )
  console.log(`命令启动：${median(starts).toFixed(1)} ms CPU（目标 ≤ 300）`)
  const ratios = { ratioTwentyFiveToFive: figure(twentyFive / five), ratio301To18: figure(pages301 / two) }
  const milliseconds = {
    twoMs: figure(two),
    fiveMs: figure(five),
    twentyFiveMs: figure(twentyFive),
    pages301Ms: figure(pages301),
    startMs: figure(median(starts)),
  }
  console.log(
    JSON.stringify({
      bench: 'verify',
      pictures: true,
      complete: undone.count === 0,
      ...ratios,
      ...milliseconds,
      rounds,
    }),
  )
  return 0
}
