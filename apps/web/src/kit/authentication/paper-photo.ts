import { paperPicture } from '@moqi/domain/identity/person-paper'

/** Pixels a side: small print on a card can be read, and a phone sends it in a moment. */
const largestSide = 2200
const mebibyte = 1024 * 1024
/** Of the largest that is opened at all; what is sent is far smaller. */
const mostOpened = 30

/** Why a photo is not taken; the message is for who chose it. */
export class PhotoFault extends Error {
  override name = 'PhotoFault'
}

/**
 * A photo made anew, upright and no larger than it need be: nothing of where and with what it was taken goes along.
 * Throws `PhotoFault`.
 */
export async function paperPhoto(file: File): Promise<File> {
  if (!/^image\/(?:png|jpeg)$/.test(file.type)) throw new PhotoFault('照片仅支持 jpg、png 格式')
  if (file.size > mostOpened * mebibyte) throw new PhotoFault(`照片不能超过${mostOpened}MB`)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new PhotoFault('照片已损坏或无法打开，请换一张')
  })
  const scale = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
  if (!blob) throw new PhotoFault('浏览器无法处理照片，请换用手机拍照上传')
  if (blob.size > paperPicture.megabytes * mebibyte) throw new PhotoFault('照片过大，请裁剪后重试')
  return new File([blob], '证件.jpg', { type: 'image/jpeg' })
}
