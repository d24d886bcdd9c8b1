import { Paperclip } from 'lucide-react'
import type { LaunchDraft } from '../draft/draft.ts'
import { FileRows } from './file-rows.tsx'
import type { Uploads } from './use-uploads.ts'
import './attachments-section.css'

/** Files that go along with the contract: everybody reads them, nobody signs them. */
export function AttachmentsSection({ draft, uploads }: { draft: LaunchDraft; uploads: Uploads }) {
  return (
    <section className="attached" aria-labelledby="attached-title">
      <div className="spread">
        <h2 id="attached-title" className="h2">
          附件
          <span>随合同一并查看，不参与签署</span>
        </h2>
        <label className="btn btn-plain btn-m attached-add">
          <input
            type="file"
            multiple
            className="sr"
            aria-label="添加附件"
            accept=".pdf,.doc,.docx,.wps,.jpg,.jpeg,.png"
            onChange={(event) => {
              uploads.add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <Paperclip size={18} />
          添加附件
        </label>
      </div>
      <FileRows part="attachments" label="已添加的附件" draft={draft} uploads={uploads} />
    </section>
  )
}
