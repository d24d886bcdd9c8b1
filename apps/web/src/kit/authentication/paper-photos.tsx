import { Camera } from 'lucide-react'
import { useId } from 'react'
import { FileDrop } from '../../ui/file-drop.tsx'
import type { Photo } from './use-photos.ts'
import './paper-photos.css'

type PaperPhotosProps = {
  /** What each is to show. */
  shows: readonly string[]
  photos: readonly Photo[]
  fault: string | undefined
  legend?: string
  onChoose: (index: number, file: File) => void
}

/** The photos of a paper, each taken with the camera or chosen, seen as it will be sent, and replaced as easily. */
export function PaperPhotos({ shows, photos, fault, legend = '证件照片', onChoose }: PaperPhotosProps) {
  const id = useId()
  return (
    <fieldset className="paper-photos" aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend>{legend}</legend>
      <div>
        {shows.map((what, index) => (
          <PhotoSlot
            key={what}
            what={what}
            photo={photos[index] ?? {}}
            missed={fault !== undefined}
            onChoose={(file) => onChoose(index, file)}
          />
        ))}
      </div>
      {fault && (
        <p id={`${id}-fault`} className="field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

type PhotoSlotProps = {
  what: string
  photo: Photo
  /** Somebody has tried to go on without it. */
  missed: boolean
  onChoose: (file: File) => void
}

function PhotoSlot({ what, photo, missed, onChoose }: PhotoSlotProps) {
  const { preview, pictureId, fault } = photo
  return (
    <FileDrop
      className="paper-photo"
      accept="image/jpeg,image/png"
      bad={fault !== undefined || (missed && !pictureId)}
      onFiles={([file]) => file && onChoose(file)}
    >
      {preview ? <img src={preview} alt="" /> : <Camera size={24} aria-hidden="true" />}
      <b>{what}</b>
      <span className={fault ? 'field-error' : 'small muted'} aria-live="polite">
        {fault ?? words(photo)}
      </span>
    </FileDrop>
  )
}

function words({ busy, pictureId }: Photo): string {
  if (busy) return '上传中'
  return pictureId ? '已上传，可更换' : '拍照或选择照片'
}
