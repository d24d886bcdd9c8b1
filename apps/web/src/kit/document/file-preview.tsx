import type { File as ContractFile } from '@moqi/api/shapes'
import { Sheet } from '../../ui/sheet.tsx'
import { DocumentView } from './document-view.tsx'
import './file-preview.css'

/** The pages as they will be signed, to look at before going on. */
export function FilePreview({ file, onClose }: { file: ContractFile; onClose: () => void }) {
  return (
    <Sheet title={`预览 ${file.fileName}`} width={880} onClose={onClose}>
      <div className="file-preview">
        <DocumentView files={[file]} label={`${file.fileName}的内容`} />
      </div>
    </Sheet>
  )
}
