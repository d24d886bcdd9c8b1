import { type SealColor, sealColors } from '@moqi/domain/seals/seal-colors'
import { sealPicture } from '@moqi/domain/seals/seal-picture'
import { useMemo, useRef, useState } from 'react'
import { cutOut } from './cut-out.ts'
import { picturePng } from './picture-png.ts'
import { PictureFault, readPicture, type Photo } from './read-picture.ts'

/** What is made of a picture: a PNG as a data URL, its width over its height, its ink, the file as it came. */
export type SealPicture = { png: string; ratio: number; ink: SealColor; file: File }

/** What was made, with both sides of the curtain in one size, and what is to be known of it. */
type Made = { picture: SealPicture | null; photo: string; cut: string | null; fault: string; warning: string }

/** Domain 4.6 asks for a saturation above a quarter: the middle of the slider. */
const leastAt = (tolerance: number) => 0.45 - 0.4 * (tolerance / 100)

/**
 * A picture that is chosen, the ways to cut ink out of it, and what comes of them; nothing leaves the browser yet.
 * `busy` while a picture is being opened: what is made is then still of the one before.
 */
export function useSealPicture(inks: readonly SealColor[]) {
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const [ink, setInk] = useState<SealColor>(inks[0] ?? 'red')
  const [tolerance, setTolerance] = useState(50)
  const [whole, setWhole] = useState(false)
  const made = useMemo(() => photo && make(photo, { ink, tolerance, whole }), [photo, ink, tolerance, whole])
  const newest = useRef<File>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    newest.current = file
    setBusy(true)
    const read = await readPicture(file).catch(faultOf)
    // Of two pictures chosen one after the other, the one chosen last stays, whichever is read first.
    if (newest.current !== file) return
    setBusy(false)
    setRefused(read instanceof PictureFault ? read.message : '')
    if (!(read instanceof PictureFault)) setPhoto(read)
  }
  return { inks, made, refused, busy, ink, setInk, tolerance, setTolerance, whole, setWhole, choose }
}

/** A picture that is chosen and how it is cut, as `useSealPicture` answers. */
export type SealPictureState = ReturnType<typeof useSealPicture>

function faultOf(thrown: unknown): PictureFault {
  if (thrown instanceof PictureFault) return thrown
  throw thrown
}

type Choices = { ink: SealColor; tolerance: number; whole: boolean }

function make({ file, pixels }: Photo, { ink, tolerance, whole }: Choices): Made {
  const full = { x: 0, y: 0, width: pixels.width, height: pixels.height }
  const photo = picturePng(pixels, full)
  const cut = whole ? null : cutOut(pixels, ink, leastAt(tolerance), rgbOf(sealColors[ink]))
  const nothing = { picture: null, photo, cut: null, warning: '' }
  if (!whole && !cut) return { ...nothing, fault: '没有找到所选颜色的笔迹，请换一种颜色或调大颜色容差' }
  const box = cut?.box ?? full
  const ratio = box.width / box.height
  const [least, most] = sealPicture.ratio
  if (ratio < least || ratio > most) return { ...nothing, fault: '图片太长或太窄，宽高比需在1:10到10:1之间' }
  const png = cut ? picturePng(cut.pixels, box) : photo
  return {
    picture: { png, ratio, ink, file },
    photo,
    cut: cut && picturePng(cut.pixels, full),
    fault: '',
    warning:
      box.width < sealPicture.leastWidth ? `图样只有${box.width}像素宽，印出来可能不清晰，建议靠近些重新拍摄` : '',
  }
}

const rgbOf = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]
