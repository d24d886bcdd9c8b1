import type { File } from '@moqi/api/shapes'
import { FileLock2 } from 'lucide-react'
import './own-field-places.css'

/** Says why the pages of some files take areas at their own fields only. */
export function OwnFieldsNote({ files }: { files: readonly File[] }) {
  const certified = files.filter(({ fieldArray }) => fieldArray)
  if (certified.length === 0) return null
  return (
    <section className="own-fields-note" aria-label="已认证的文件">
      {certified.map(({ fileId, fileName, fieldArray = [] }) => (
        <p key={fileId}>
          <FileLock2 size={16} aria-hidden="true" />
          <span>
            《{fileName}》已被其他机构认证，为保持认证有效，各方只能签在文件预留的{fieldArray.length}
            处签名域中，不能放置日期、填写项和骑缝章。
          </span>
        </p>
      ))}
    </section>
  )
}
