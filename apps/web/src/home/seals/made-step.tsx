import type { CompanySeal } from '@moqi/api/company-seal'
import { usePicture } from '../../client/picture.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { backToSeals, makingSteps } from './making-steps.ts'
import { MmPaper, truePxPerMm } from './mm-paper.tsx'
import { sealPath, sealsPath } from './seal-paths.ts'
import { specOf } from './seal-words.ts'
import './made-step.css'

/** Last step: the seal is there and may sign. */
export function MadeStep({ seal, onAgain }: { seal: CompanySeal; onAgain: () => void }) {
  const picture = usePicture(seal.sealImg)
  const { sealName, sealCode, sealId, width, height } = seal
  return (
    <WizardFrame steps={makingSteps} current={2} back={backToSeals} name="制作印章" status={sealName} actions={null}>
      <section className="card made-seal">
        <h1 className="h1">“{sealName}”已启用</h1>
        <p className="muted">
          编码 <span className="num">{sealCode}</span>，{specOf(seal)}。管理员可以直接使用，其他成员须经授权。
        </p>
        <MmPaper>
          {picture && <SealImage src={picture} alt={sealName} width={width} height={height} mm={truePxPerMm} />}
        </MmPaper>
        <div className="row made-seal-acts">
          <ButtonLink to={sealPath(sealId)} variant="primary">
            授权成员使用
          </ButtonLink>
          <Button onClick={onAgain}>再制作一枚</Button>
          <ButtonLink to={sealsPath}>返回列表</ButtonLink>
        </div>
      </section>
    </WizardFrame>
  )
}
