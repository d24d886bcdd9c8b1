import { designFault, type SealDesign, type SealOwner } from '@moqi/domain/seals/company-seal'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AlertTriangle, CheckCircle2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { SealImage } from '../../ui/seal-image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { wireCarving } from './carving.ts'
import { MmPaper, truePxPerMm } from './mm-paper.tsx'
import './seal-preview.css'

// While somebody types, the server draws what they stop at.
const restMs = 300

/** The seal as it will be: at true size between rulers, and larger over a contract's words. */
export function SealPreview({ design, owner }: { design: SealDesign; owner: SealOwner }) {
  const shown = useRested(design)
  const drawing = useQuery({
    queryKey: ['companySeals', 'drawing', shown],
    queryFn: ({ signal }) => call('makeCompanySealImg', wireCarving(shown), { signal, quiet: true }),
    enabled: designFault(shown, owner) === null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
  })
  const { data, error } = drawing
  const characters = [...new Set(owner.companyName + design.line)].filter((one) => /\p{Script=Han}/u.test(one)).length
  const seal = (mm: number) =>
    data && <SealImage src={data.sealImg} alt="印章预览" width={data.width} height={data.height} mm={mm} />
  return (
    <div className="seal-preview" aria-busy={drawing.isFetching}>
      <section className="card">
        <h2 className="spread seal-preview-head">
          实际尺寸
          {data && (
            <span className="small muted">
              每格 5 mm　{data.width}×{data.height} mm
            </span>
          )}
        </h2>
        <MmPaper>{seal(truePxPerMm) ?? <Skeleton height={120} />}</MmPaper>
      </section>
      <section className="card">
        <h2 className="spread seal-preview-head">
          盖在合同上
          <span className="small muted">放大，可核对文字</span>
        </h2>
        <div className="seal-preview-contract" lang="zh-CN">
          <p aria-hidden="true">甲方（盖章）：{owner.companyName}</p>
          <p aria-hidden="true">法定代表人或授权代表：</p>
          <p aria-hidden="true">日期：　　　　年　　月　　日</p>
          <div className="seal-preview-over">{seal(truePxPerMm * 1.45)}</div>
        </div>
      </section>
      <ul className="seal-preview-notes small">
        <li className={error ? 'bad' : ''}>
          {error ? <AlertTriangle size={16} aria-hidden="true" /> : <CheckCircle2 size={16} aria-hidden="true" />}
          {error instanceof CallRefusal ? error.message : `${characters}个汉字均可显示，无生僻字`}
        </li>
        <li>
          <CheckCircle2 size={16} aria-hidden="true" />
          保存后立即启用，不收费
        </li>
        <li className="warn">
          <AlertTriangle size={16} aria-hidden="true" />
          与实体章内容应当一致，请勿刻制与他人相同的印文
        </li>
      </ul>
    </div>
  )
}

/** What something was when it last stayed the same for a moment. */
function useRested(design: SealDesign): SealDesign {
  const [rested, setRested] = useState(design)
  useEffect(() => {
    const timer = setTimeout(() => setRested(design), restMs)
    return () => clearTimeout(timer)
  }, [design])
  return rested
}
