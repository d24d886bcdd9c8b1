import type { Output } from '@moqi/api/call'
import type { CompanySeal } from '@moqi/api/company-seal'
import type { Table } from '@moqi/api/table'
import { purposeTable, type SealPurpose } from '@moqi/domain/seals/company-seal'
import { reviewDays, sealSideMm, uploadedSize } from '@moqi/domain/seals/seal-review'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { upload } from '../../client/upload.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { SealImagePanel } from '../../kit/seal-image/seal-image-panel.tsx'
import { type SealPictureState, useSealPicture } from '../../kit/seal-image/use-seal-picture.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { backToSeals, uploadSteps } from './making-steps.ts'
import { MmPaper, truePxPerMm } from './mm-paper.tsx'
import './upload-step.css'

/** What is uploaded: a new seal of a purpose, or another picture for one that was refused. */
export type Uploading = { purpose: SealPurpose; name: string; width: number; sealId?: string }

type UploadStepProps = {
  making: Pick<Output<Table['getSealMaking']>, 'companyName' | 'sealReview'>
  uploading: Uploading
  onBack: () => void
  onMade: (seal: CompanySeal) => void
}

/** Second step of an uploaded seal: it is cut out of its picture, measured and sent to be reviewed. */
export function UploadStep({ making, uploading, onBack, onMade }: UploadStepProps) {
  const { purpose, sealId } = uploading
  const [name, setName] = useState(uploading.name)
  const [width, setWidth] = useState<number | null>(uploading.width)
  const picture = useSealPicture(purposeTable[purpose].colors)
  const cut = picture.made?.picture ?? null
  const size = cut && width !== null ? uploadedSize(width, cut.ratio) : null
  const { form, faults, show } = useFaults<string>()
  const keyOf = useRepeatKey()
  const pictureKeyOf = useRepeatKey()
  const send = async () => {
    if (!cut || width === null) return
    const { file, png: imageBase64, ink: sealColor } = cut
    const key = pictureKeyOf([file.name, file.size, file.lastModified])
    const original = await upload('uploadFile', file, { usage: 'sealImage' }, { key })
    const input = {
      ...(sealId !== undefined && { sealId }),
      sealName: name.trim(),
      sealPurpose: purpose,
      sealColor,
      width,
      imageBase64,
      originalFileId: original.fileId,
    }
    onMade(await call('submitCompanySeal', input, { key: keyOf(input) }))
  }
  const { busy, submit } = useSubmit<string>({
    show,
    check: () => ({
      ...pictureFault(picture),
      ...(cut && !size && { width: outOfBounds }),
      ...(name.trim() === '' && { sealName: '请填写印章名称' }),
    }),
    send,
    read: (thrown) => {
      if (!(thrown instanceof CallRefusal)) return { whole: '提交失败，请稍后重试' }
      const { field } = thrown.data
      return { [typeof field === 'string' ? field : 'whole']: thrown.message }
    },
  })
  return (
    <WizardFrame
      steps={uploadSteps}
      current={1}
      back={backToSeals}
      name="上传印章"
      status={making.companyName}
      actions={
        <>
          <Button onClick={onBack}>上一步</Button>
          <Button variant="primary" busy={busy || picture.busy} onClick={() => submit()}>
            提交审核
          </Button>
        </>
      }
    >
      <form ref={form} className="upload-step" noValidate onSubmit={submit}>
        <section className="upload-picture">
          <h1 className="h1">抠图与核对</h1>
          <FormFault>{faultAbove(faults, cut !== null)}</FormFault>
          <SealImagePanel thing="印章" state={picture} />
        </section>
        <div className="upload-side">
          <section className="card upload-card">
            <h2 className="h2">{purposeTable[purpose].label}</h2>
            <Field
              label="印章名称"
              maxLength={30}
              hint="只用于区分印章"
              error={faults['sealName']}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <FieldFrame
              label="实际宽度（毫米）"
              error={faults['width']}
              hint={size ? `高 ${size.heightMm} mm，按图样比例；请量取实体章` : outOfBounds}
            >
              {(said) => (
                <NumberInput
                  {...said}
                  size="l"
                  inputMode="decimal"
                  min={sealSideMm.least}
                  max={sealSideMm.most}
                  value={width}
                  onChange={setWidth}
                />
              )}
            </FieldFrame>
            {cut && size && (
              <MmPaper>
                <SealImage src={cut.png} alt="印章预览" width={size.widthMm} height={size.heightMm} mm={truePxPerMm} />
              </MmPaper>
            )}
          </section>
          <section className="card upload-card">
            <h2 className="h2">审核时核对</h2>
            <ul className="upload-rules small">
              <li>印文与认证名称一致：{making.companyName}</li>
              <li>印章完整清晰，没有缺墨、重影和折痕</li>
              <li>与所选类型相符，不是他人的印章</li>
            </ul>
            <p className="small muted">{reviewWords(making.sealReview)}</p>
          </section>
        </div>
        <button type="submit" hidden />
      </form>
    </WizardFrame>
  )
}

/** What is said above the picture, which no field says; that there is none is over once there is one. */
const faultAbove = (faults: Partial<Record<string, string>>, cut: boolean) =>
  faults['whole'] ?? (cut ? undefined : faults['picture']) ?? faults['imageBase64'] ?? faults['sealPurpose']

function pictureFault({ busy, made }: SealPictureState): { picture?: string } {
  if (busy) return { picture: '正在打开图片，请稍候再提交' }
  return made?.picture ? {} : { picture: '请先上传印章图片' }
}

const outOfBounds = `宽和高须在${sealSideMm.least}到${sealSideMm.most}毫米之间`

const reviewWords = (review: UploadStepProps['making']['sealReview']): string =>
  review === 'operator'
    ? `提交后由人工核对，${reviewDays}个工作日内完成，通过前不能使用。原图与图样一并留存，仅审核人员可见原图。`
    : '本平台（演示）不做人工核对：图片检查通过后直接启用，印文是否属实由您负责。'
