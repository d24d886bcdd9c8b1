import { useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { dataUrl } from '../../client/picture.ts'
import { upload } from '../../client/upload.ts'
import { paperPhoto, PhotoFault } from './paper-photo.ts'

/** One photo: what it looks like, its id once the server has it, and what is wrong with it. */
export type Photo = { preview?: string; pictureId?: string; busy?: boolean; fault?: string }

/** Photos that are sent as they are chosen; one that is chosen later takes the place of the one before. */
export function usePhotos(of: 'person' | 'company' = 'person') {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const latest = useRef(new Map<number, File>())
  const put = (index: number, file: File, photo: Photo) => {
    if (latest.current.get(index) !== file) return
    setPhotos((others) =>
      Array.from({ length: Math.max(others.length, index + 1) }, (_, at) =>
        at === index ? photo : (others[at] ?? {}),
      ),
    )
  }
  const choose = async (index: number, file: File) => {
    latest.current.set(index, file)
    put(index, file, { busy: true })
    try {
      const photo = await paperPhoto(file)
      const preview = await dataUrl(photo)
      put(index, file, { preview, busy: true })
      const { pictureId } = await upload('uploadPaperPicture', photo, { of })
      put(index, file, { preview, pictureId })
    } catch (fault) {
      put(index, file, { fault: messageOf(fault) })
    }
  }
  const forget = () => {
    latest.current.clear()
    setPhotos([])
  }
  return { photos, choose, forget }
}

function messageOf(fault: unknown): string {
  if (fault instanceof CallRefusal || fault instanceof PhotoFault) return fault.message
  return '上传失败，请重新选择'
}
