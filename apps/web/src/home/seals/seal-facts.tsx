import { sealColorLabels } from '@moqi/domain/seals/seal-colors'
import type { CompanySeal } from '@moqi/api/company-seal'
import { formatDate } from '@moqi/domain/time/format-date'
import { usePicture } from '../../client/picture.ts'
import { Facts } from '../../ui/facts.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { MmPaper, truePxPerMm } from './mm-paper.tsx'
import { purposeOf, specOf } from './seal-words.ts'

/** The seal between rulers, and what is known of it. */
export function SealFacts({ seal }: { seal: CompanySeal }) {
  const picture = usePicture(seal.sealImg)
  const { sealName, sealCode, width, height, sealColor, carving, createTime, expireTime, grantNumber, sealStatus } =
    seal
  return (
    <section className="card seal-facts" aria-label="印章信息">
      <MmPaper>
        {picture && (
          <span className={sealStatus === 'enabled' ? '' : 'seal-rests'}>
            <SealImage src={picture} alt={sealName} width={width} height={height} mm={truePxPerMm} />
          </span>
        )}
      </MmPaper>
      <Facts
        facts={[
          ['印章编码', sealCode],
          ['印章类型', purposeOf(seal)],
          ['规格', `${specOf(seal)}，${sealColorLabels[sealColor]}`],
          ...(carving?.lineText ? [['横排文字', carving.lineText] as const] : []),
          ['防伪码', carving?.antiForgeryCode || '未填写'],
          ['创建时间', formatDate(createTime, '{y}-{m}-{d} {h}:{i}')],
          ['有效期至', expireTime === null ? '长期' : formatDate(expireTime, '{y}-{m}-{d} {h}:{i}')],
          ['授权人数', `${grantNumber} 人`],
          ...stateFacts(seal),
        ]}
      />
    </section>
  )
}

/** Why and by whom it is in its state, where somebody said. */
function stateFacts({ stateReason, stateBy, stateTime, sealStatus }: CompanySeal): (readonly [string, string])[] {
  if (sealStatus === 'enabled' || stateTime === null) return []
  const by = `${stateBy ?? '平台'}，${formatDate(stateTime, '{y}-{m}-{d} {h}:{i}')}`
  return [['状态变更', by], ...(stateReason ? [['原因', stateReason] as const] : [])]
}
