import type { CompanySeal } from '@moqi/api/company-seal'
import { reviewDays } from '@moqi/domain/seals/seal-review'
import { formatDate } from '@moqi/domain/time/format-date'
import { usePicture } from '../../client/picture.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { backToSeals, uploadSteps } from './making-steps.ts'
import { MmPaper, truePxPerMm } from './mm-paper.tsx'
import { sealPath, sealsPath } from './seal-paths.ts'
import { purposeOf, specOf } from './seal-words.ts'
import './made-step.css'

/** Last step of an uploaded seal: it waits for a reviewer, and what comes then. */
export function ReviewStep({ seal }: { seal: CompanySeal }) {
  const picture = usePicture(seal.sealImg)
  const { sealName, sealId, width, height, stateTime, createTime } = seal
  return (
    <WizardFrame steps={uploadSteps} current={2} back={backToSeals} name="上传印章" status={sealName} actions={null}>
      <section className="card made-seal">
        <div className="row made-seal-acts">
          <h1 className="h1">{sealName}</h1>
          <Tag tone="ochre">审核中</Tag>
        </div>
        <p className="muted">审核通过前不能用于签署。</p>
        <MmPaper>
          {picture && <SealImage src={picture} alt={sealName} width={width} height={height} mm={truePxPerMm} />}
        </MmPaper>
        <Timeline
          steps={[
            {
              id: 'submitted',
              state: 'done',
              title: '已提交',
              at: formatDate(stateTime ?? createTime, '{y}-{m}-{d} {h}:{i}'),
              children: (
                <p className="small muted">
                  {purposeOf(seal)}，{specOf(seal)}
                </p>
              ),
            },
            {
              id: 'review',
              state: 'now',
              title: '人工审核',
              at: `${reviewDays}个工作日内`,
              children: <p className="small muted">结果以站内消息和邮件通知；未通过会说明原因，可重新上传。</p>,
            },
            { id: 'enabled', state: 'next', title: '启用，可授权成员使用' },
          ]}
        />
        <div className="row made-seal-acts">
          <ButtonLink to={sealsPath} variant="primary">
            返回企业印章
          </ButtonLink>
          <ButtonLink to={sealPath(sealId)}>查看印章</ButtonLink>
        </div>
      </section>
    </WizardFrame>
  )
}
