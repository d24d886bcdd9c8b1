import { sealPicture } from '@moqi/domain/seals/seal-picture'
import type { Pixels } from './cut-out.ts'

/** A chosen picture that a seal or signature may be cut out of. */
export type Photo = { file: File; pixels: Pixels }

/** Pixels a side: enough for 60 mm at 300 dpi within a photo that is mostly paper, and quick on a cheap phone. */
const largestSide = 1600
const mebibyte = 1024 * 1024

/** Reads a picture. Throws `PictureFault` with the sentence for whoever chose it. */
export async function readPicture(file: File): Promise<Photo> {
  if (!/^image\/(?:png|jpeg)$/.test(file.type)) throw new PictureFault('仅支持 png、jpg 格式')
  if (file.size > sealPicture.megabytes * mebibyte) throw new PictureFault(`图片不能超过${sealPicture.megabytes}MB`)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureFault('图片已损坏或无法打开，请换一张')
  })
  const scale = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const pen = penOf(width, height)
  pen.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return { file, pixels: pen.getImageData(0, 0, width, height) }
}

/** Why a picture is not taken; the message is for who chose it. */
export class PictureFault extends Error {
  override name = 'PictureFault'
}

/** A canvas to draw on. Throws where the browser has none. */
export function penOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new PictureFault('浏览器无法处理图片，请换用手写')
  return pen
}
