import { type DateControlFormat, dateControlFormats, formatCivilDate } from '@moqi/domain/time/date-control'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { Refusal } from '@moqi/domain/refusal'
import {
  type Control,
  controlTable,
  isCompanys,
  isCutAcross,
  isOfFamily,
  takesSeal,
} from '@moqi/domain/contract/controls'
import { isSignature } from '@moqi/domain/contract/lone-area'
import { packSealImage, sealImage, type SealImage, unpackSealImage } from '@moqi/signing/images/seal-image'
import type { AreaRow } from '#src/cores/contract/contract-files.ts'
import type { Deps } from '#src/platform/deps.ts'
import { trimHandwriting } from '#src/platform/trim-handwriting.ts'
import { type FilledIn, fillInValue, isFillInArea } from './fill-in-values.ts'
import type { Choice } from './signing-intent.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'

/** What goes to one area: an image, with the kept seal it is of, a date's or fill-in's text, or a tick. */
export type Filled = { area: AreaRow; image: SealImage; sealId: string | null } | FilledIn

const cachedImages = 500
const images = new Map<string, SealImage>()

/**
 * Fills the party's areas with what the signer chose from `seals`; a cross-page seal is the one chosen for a seal area
 * of its file. Throws `field/invalid` when one is missing or does not fit, and `seal/not-found` for a seal that is not
 * the signer's to use.
 */
export async function fillAreas(
  deps: Pick<Deps, 'blobs' | 'now'>,
  seals: UsableSeal[],
  areas: AreaRow[],
  choices: Choice[],
): Promise<Filled[]> {
  const byArea = new Map(choices.map((choice) => [choice.areaId, choice]))
  const open = areas.filter((area) => isSigned(area) && !isChosen(byArea.get(area.area_id)))
  if (open.length > 0) {
    throw new Refusal('field/invalid', { field: 'areas', message: `还有${open.length}处未签署` })
  }
  const filled: Filled[] = []
  for (const area of areas) {
    const choice = byArea.get(area.area_id)
    if (isOfFamily(area.control, 'date')) filled.push({ area, text: today(deps, area) })
    else if (isFillInArea(area)) filled.push(...listed(fillInValue(area, choice?.value)))
    else if (choice && isSigned(area))
      filled.push({ area, image: await imageOf(deps, seals, area, choice), sealId: sealOf(choice) })
  }
  return [...filled, ...crossPageSeals(areas, filled)]
}

const listed = <T>(one: T | null): T[] => (one === null ? [] : [one])
const isSigned = ({ control }: AreaRow) => isSignature({ control })

function crossPageSeals(areas: AreaRow[], filled: Filled[]): Filled[] {
  return areas
    .filter(({ control }) => isOfFamily(control, 'crossPage'))
    .map((area) => {
      const seal = filled.find(
        (one) => 'image' in one && one.area.file_id === area.file_id && isCutAcross(one.area.control),
      )
      if (!seal || !('image' in seal)) throw wrongKind('骑缝章需要同一文件中的一处印章')
      return { area, image: seal.image, sealId: seal.sealId }
    })
}

/** What is written by hand for one signature is no seal. */
const sealOf = ({ sealId, writing }: Choice) => (writing === undefined ? (sealId ?? null) : null)
const isChosen = (choice: Choice | undefined) => Boolean(choice?.sealId ?? choice?.writing)

/** The day of signing in Beijing, as the area asks for it; a date is never typed. */
function today({ now }: Pick<Deps, 'now'>, { format }: AreaRow): string {
  return formatCivilDate(shanghaiDate(now()), dateFormatOf(format))
}

const dateFormatOf = (format: string | null): DateControlFormat =>
  dateControlFormats.find((known) => known === format) ?? 'yyyy年m月d日'

async function imageOf(
  deps: Pick<Deps, 'blobs'>,
  seals: UsableSeal[],
  area: AreaRow,
  choice: Choice,
): Promise<SealImage> {
  if (choice.writing !== undefined) {
    checkWritable(area)
    return storedImage(deps, choice.writing)
  }
  const seal = seals.find(({ seal_id }) => seal_id === choice.sealId)
  if (!seal || seal.permission !== 'direct') throw new Refusal('seal/not-found')
  if (!takesSeal(area.control, seal.kind)) throw wrongKind(askedAt[area.control] ?? '此处不能使用该印章')
  return storedImage(deps, seal.packed_sha256)
}

/** What is said of a seal that does not fit a place. */
const askedAt: Readonly<Partial<Record<Control, string>>> = {
  companySeal: '此处需要加盖企业印章',
  legalSeal: '此处需要加盖法定代表人章，不能使用其他印章',
  personSign: '此处需要个人签名，不能使用企业印章',
  handwrite: '此处需要手写签名',
}

/** Throws `field/invalid` where nothing may be written by hand. */
export function checkWritable({ control }: Pick<AreaRow, 'control'>): void {
  if (isCompanys(control)) throw wrongKind(`此处需要加盖${controlTable[control].label}`)
}

const wrongKind = (message: string) => new Refusal('field/invalid', { field: 'areas', message })

async function storedImage({ blobs }: Pick<Deps, 'blobs'>, sha256: string): Promise<SealImage> {
  const known = images.get(sha256)
  if (known) return known
  const image = unpackSealImage(await blobs.get(sha256))
  if (images.size >= cachedImages) images.delete(images.keys().next().value ?? '')
  images.set(sha256, image)
  return image
}

/**
 * Keeps what was written by hand as a packed picture and answers its hash. Throws `field/invalid` when it is no
 * picture.
 */
export async function keepWriting(deps: Pick<Deps, 'blobs' | 'workshop'>, base64: string): Promise<string> {
  const { png } = await trimHandwriting(deps, base64)
  return deps.blobs.put(packSealImage(sealImage(png)))
}
