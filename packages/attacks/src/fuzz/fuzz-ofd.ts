import { hasSameContent } from '@moqi/ofd/testing/same-content'
import { ofdBytes, type OfdFiles, ofdScene, unsignedOfd } from '@moqi/ofd/testing/ofd-scene'
import { type VerifyOfdOptions, verifyOfd } from '@moqi/ofd/verify-ofd'
import { mutateBytes } from './mutate-bytes.ts'
import type { RandomSource } from './random-source.ts'

/** Signed packages to start from, and what they are judged with. */
export interface OfdSeeds {
  files: [OfdFiles, ...OfdFiles[]]
  options: VerifyOfdOptions
}

/** Packages with one seal, with two, and with one of the older format. */
export async function ofdSeeds(): Promise<OfdSeeds> {
  const { first, second, sealFor, oldSealFor, sign, options } = await ofdScene()
  const plain = unsignedOfd(['合同金额：100元', '第二页'])
  const one = await sign(plain, { key: first, seal: await sealFor(first) })
  const two = await sign(one, { key: second, seal: await sealFor(second), hash: 'sha256' })
  const older = await sign(plain, { key: first, seal: await oldSealFor(first), older: true })
  return { files: [one, two, older], options }
}

/** Changes a package, or one file in it; answers whether changed content is called valid. Throws for bugs. */
export function fuzzOfd({ files, options }: OfdSeeds, random: RandomSource): boolean {
  const seed = random.pick(files)
  const original = ofdBytes(seed)
  const mutated = random.below(2) === 0 ? mutateBytes(original, random) : changedPart(seed, random)
  const { verdict, reasonArray } = verifyOfd(mutated, options)
  const failed = reasonArray.find(({ code }) => code === 'internal-error')
  if (failed) throw new Error(failed.detail)
  return verdict === 'valid' && !hasSameContent(original, mutated)
}

function changedPart(seed: OfdFiles, random: RandomSource): Buffer {
  const chosen = random.below(seed.size)
  return ofdBytes(
    new Map(
      [...seed].map(([name, content], index) => [name, index === chosen ? mutateBytes(content, random) : content]),
    ),
  )
}
