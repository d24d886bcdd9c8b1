import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileDrop } from '../../ui/file-drop.tsx'
import type { LaunchDraft } from '../draft/draft.ts'
import { FaultText } from '../draft/fault-text.tsx'
import { AttachmentsSection } from './attachments-section.tsx'
import { FileRows } from './file-rows.tsx'
import { SubjectForm } from './subject-form.tsx'
import type { Uploads } from './use-uploads.ts'
import './upload-step.css'

type Props = {
  draft: LaunchDraft
  uploads: Uploads
  /** Files that go with the contract unsigned; without them there is no place for any. */
  attaching?: Uploads
  faults: readonly FieldFault[]
  /** Stands in the place of the contract's own form. */
  info?: ReactNode
  /** Beside the title. */
  extra?: ReactNode
}

/** First step: the files, and what the contract is called. */
export function UploadStep({ draft, uploads, attaching, faults, info, extra }: Props) {
  const fault = faults.find((one) => one.field === 'files')?.message
  return (
    <div className="upload">
      <section aria-labelledby="upload-title">
        <h1 id="upload-title" className="h1 step-title">
          上传文件
        </h1>
        <FileDrop
          accept=".pdf,.doc,.docx,.wps,.jpg,.jpeg,.png"
          multiple
          className="upload-drop"
          describedBy={fault ? 'upload-fault' : undefined}
          bad={fault !== undefined}
          onFiles={uploads.add}
        >
          <span className="upload-icon">
            <CloudUpload size={24} />
          </span>
          <span>
            <b>
              <span className="only-desktop">点击或将文件拖拽到此处上传</span>
              <span className="only-phone">点击选择文件</span>
            </b>
            <span className="muted small">支持pdf、doc、docx、jpg、png，单个不超过20MB，最多10个</span>
          </span>
        </FileDrop>
        <FaultText id="upload-fault">{fault}</FaultText>
        <FileRows part="files" label="已添加的文件" draft={draft} uploads={uploads} />
        {attaching && <AttachmentsSection draft={draft} uploads={attaching} />}
        {extra}
      </section>
      <section className="card upload-info" aria-labelledby="info-title">
        <h2 id="info-title" className="h2">
          {info ? '模板信息' : '合同信息'}
        </h2>
        {info ?? <SubjectForm draft={draft} faults={faults} />}
      </section>
    </div>
  )
}
