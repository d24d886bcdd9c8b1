import type { ApproveInfo } from '@moqi/api/approval'
import type { Position } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { MapPin } from 'lucide-react'
import { usePicture } from '../../client/picture.ts'
import { timeLeft } from '../../kit/contract/time-left.ts'
import { placesText } from '../../kit/signing/places-text.ts'
import { Link } from '../../router/link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { sizeText } from '../../ui/size-text.ts'
import { useNow } from '../../ui/use-now.ts'
import '../../ui/mm-ground.css'
import { otherSide } from './approve-columns.tsx'

type Seal = Pick<ApproveInfo['sealArray'][number], 'sealId' | 'sealName' | 'sealImg' | 'width' | 'height' | 'sealType'>

type ApplicationFactsProps = {
  detail: SignDetail
  spaceName: string
  /** What others have to agree to. */
  seals: readonly Seal[]
  /** With the seal chosen at each. */
  positions: readonly Position[]
  /** Where the seals are seen on the pages. */
  look: string
}

/** Which seals are asked for, of which contract, at which places. */
export function ApplicationFacts({ detail, spaceName, seals, positions, look }: ApplicationFactsProps) {
  const left = timeLeft(detail, useNow())
  return (
    <aside className="card flow-what" aria-label="用印内容">
      <div className="flow-seals mm-ground">
        {seals.map((seal) => (
          <TrueSeal key={seal.sealId} seal={seal} />
        ))}
      </div>
      <Facts
        facts={[
          ['合同', detail.taskName],
          ['合同编号', detail.taskNo],
          ['对方', otherSide(detail)],
          ['代表', spaceName],
          ['印章', seals.map((seal) => `${seal.sealName}　${sizeText(seal)}`).join('；')],
          ['位置', placesText(positions, detail.fileArray)],
          ['截止时间', `${formatDate(detail.signExpireTime, '{y}-{m}-{d} {h}:{i}')}${left && `，${left}`}`],
        ]}
      />
      <p className="flow-look">
        <Link to={look}>
          <MapPin size={16} />
          查看印章在合同中的位置
        </Link>
      </p>
    </aside>
  )
}

/** A seal as large as it is printed. */
export function TrueSeal({ seal }: { seal: Pick<Seal, 'sealName' | 'sealImg' | 'width' | 'height'> }) {
  const src = usePicture(seal.sealImg)
  return src ? (
    <SealImage src={src} alt={`${seal.sealName}，实际尺寸`} width={seal.width} height={seal.height} mm={3.78} />
  ) : null
}
