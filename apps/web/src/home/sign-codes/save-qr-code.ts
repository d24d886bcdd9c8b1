import type { SignCode } from '@moqi/api/sign-code'
import { safeFileName, saveBlob } from '../../client/download.ts'

/** px, of a picture that is printed a hand wide. */
const printed = 1200

const nameOf = ({ codeName }: SignCode) => `${safeFileName(codeName)}-签署码`

/** Saves a code's picture as it was drawn, to be printed in any size. */
export async function saveQrSvg(code: SignCode): Promise<void> {
  saveBlob(await (await fetch(code.qrcode)).blob(), `${nameOf(code)}.svg`)
}

/** Saves a code's picture as points, for what takes no drawing. */
export async function saveQrPng(code: SignCode): Promise<void> {
  const image = new Image(printed, printed)
  image.src = code.qrcode
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = printed
  canvas.height = printed
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingEnabled = false
  context.drawImage(image, 0, 0, printed, printed)
  canvas.toBlob((blob) => blob && saveBlob(blob, `${nameOf(code)}.png`), 'image/png')
}
