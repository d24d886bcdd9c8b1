import type { Increment } from '@moqi/pdf/write/increment'
import { reference } from '@moqi/pdf/write/pdf-syntax'
import type { SealImage } from './seal-image.ts'

/** Writes the image and its soft mask (ISO 32000-1 §11.6.5.3); returns the image's object number. */
export function writeImage(increment: Increment, image: SealImage): number {
  const shape = `/Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}/BitsPerComponent 8/Filter/FlateDecode`
  const mask = increment.newStream(`${shape}/ColorSpace/DeviceGray`, image.alpha)
  return increment.newStream(`${shape}/ColorSpace/DeviceRGB/SMask ${reference(mask)}`, image.colour).number
}
