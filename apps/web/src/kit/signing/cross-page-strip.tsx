import type { File, Position, SealInfo } from '@moqi/api/shapes'
import { sealStrip } from '@moqi/domain/contract/cross-page'
import { usePicture } from '../../client/picture.ts'
import type { Fill } from './signing-state.ts'
import './fill-in.css'

type CrossPageStripProps = {
  position: Position
  file: File
  page: number
  /** What stands at the seal's own place, once something does. */
  fill: Fill | undefined
  seals: readonly SeamSeal[]
}

type SeamSeal = Pick<SealInfo, 'sealId' | 'sealImg' | 'width' | 'height'>

/** 300 dpi, at which handwriting is drawn, and the most the engine makes of it, mm. */
const inkWidth = 40

/** What the seal looks like and how large it is, mm; null before both are known. */
function useSealArt(fill: Fill | undefined, seals: readonly SeamSeal[]) {
  const seal = fill && 'sealId' in fill ? seals.find(({ sealId }) => sealId === fill.sealId) : undefined
  const picture = usePicture(seal?.sealImg ?? null)
  if (fill && 'ink' in fill) return { src: fill.ink.png, width: inkWidth, height: inkWidth / fill.ink.ratio }
  return seal && picture ? { src: picture, width: seal.width, height: seal.height } : null
}

const mm = (length: number) => `calc(${length} * var(--mm))`

/** One page's strip of the cross-page seal at its true size, as the engine will draw it. */
export function CrossPageStrip({ position, file, page, fill, seals }: CrossPageStripProps) {
  const art = useSealArt(fill, seals)
  const strip = sealStrip(position.pages, file.pageCount, page)
  const sheet = file.pageArray[page - 1]
  if (!strip || !art || !sheet) return null
  const place = position.height
  const scale = Math.min(1, place / art.width, place / art.height)
  const [width, height] = [art.width * scale, art.height * scale]
  const top = Math.min(position.y, sheet.height - place) + (place - height) / 2
  const share = width / strip.count
  return (
    <span className="sign-seam" style={{ top: mm(top), width: mm(share), height: mm(height) }}>
      <img
        src={art.src}
        alt={`骑缝章，第${page}页`}
        draggable={false}
        style={{ width: mm(width), height: mm(height), marginLeft: mm(-strip.index * share) }}
      />
    </span>
  )
}
