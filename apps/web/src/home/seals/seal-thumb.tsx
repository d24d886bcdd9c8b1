import type { CompanySeal } from '@moqi/api/company-seal'
import { usePicture } from '../../client/picture.ts'
import { SealImage } from '../../ui/seal-image.tsx'
import './seal-thumb.css'

/** A seal beside others, all at one scale; one that cannot sign is grey. */
export function SealThumb({ seal }: { seal: CompanySeal }) {
  const picture = usePicture(seal.sealImg)
  const rests = seal.sealStatus !== 'enabled'
  return (
    <span className={rests ? 'seal-thumb rests' : 'seal-thumb'}>
      {picture && <SealImage src={picture} alt="" width={seal.width} height={seal.height} mm={1.3} />}
    </span>
  )
}
