import { sealStateLabels } from '@moqi/domain/labels/status-labels'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { usePicture } from '../../client/picture.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { sizeText } from '../../ui/size-text.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'
import type { ListedSeal } from './listed-seal.ts'
import { RenameSheet } from './rename-sheet.tsx'
import { sealActs } from './seal-acts.ts'

const tones: Partial<Record<ListedSeal['sealStatus'], Tone>> = {
  enabled: 'green',
  auditing: 'ochre',
  auditFailed: 'ochre',
  disabled: 'grey',
}

/** px a millimetre on a screen of 96 dpi. */
const mm = 96 / 25.4

/** One of the person's own seals at its true size, and what may be done with it. */
export function OwnSeal({ seal }: { seal: ListedSeal }) {
  const picture = usePicture(seal.sealImg)
  const [renaming, setRenaming] = useState(false)
  const acts = sealActs(seal, () => setRenaming(true))
  const { sealName, sealStatus, useCount, stateReason } = seal
  return (
    <li className={sealStatus === 'enabled' ? 'card own-seal' : 'card own-seal off'}>
      <div className="own-seal-art">
        {picture && <SealImage src={picture} alt={sealName} width={seal.width} height={seal.height} mm={mm} />}
        {seal.isDefault === 1 && <span className="own-seal-main">默认</span>}
      </div>
      <div className="own-seal-text">
        <div className="spread">
          <h2 className="clip" title={sealName}>
            {sealName}
          </h2>
          <Tag tone={tones[sealStatus] ?? 'void'}>{sealStateLabels[sealStatus]}</Tag>
        </div>
        <p className="small muted">
          {seal.sealType === 'handwrite' ? '手写签名' : '个人印章'}　{sizeText(seal)}
        </p>
        {sealStatus === 'auditing' && <p className="small">人工核对中，通过前不能使用</p>}
        {sealStatus === 'auditFailed' && stateReason && <p className="small bad">{stateReason}，请删除后重新制作</p>}
        <div className="spread own-seal-foot">
          <span className="small">{useCount > 0 ? `用过 ${useCount} 次` : '未使用'}</span>
          {acts.length > 0 && (
            <MenuButton label={`更多：${sealName}`} items={acts}>
              <Ellipsis size={18} />
            </MenuButton>
          )}
        </div>
      </div>
      {renaming && <RenameSheet seal={seal} onClose={() => setRenaming(false)} />}
    </li>
  )
}
