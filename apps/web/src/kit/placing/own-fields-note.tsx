import type { File, FileField, Position } from '@moqi/api/shapes'
import { FileLock2 } from 'lucide-react'
import { partyColour } from '../party/party-chip.tsx'
import { areaLabel } from './area-kinds.ts'
import { areaOnField } from './own-fields.ts'
import './own-fields-note.css'

type Props = {
  files: readonly File[]
  areas: readonly Position[]
  sideOf: (area: Pick<Position, 'signerNo'>) => string
  onShow: (file: File, field: FileField) => void
}

/** Says why the pages of some files take areas at their own fields only, and brings each field into sight. */
export function OwnFieldsNote({ files, areas, sideOf, onShow }: Props) {
  return files
    .filter(({ fieldArray }) => fieldArray)
    .map((file) => (
      <section key={file.fileId} className="own-fields-note" aria-label={`${file.fileName}的签名域`}>
        <p>
          <FileLock2 size={16} aria-hidden="true" />
          <span>
            《{file.fileName}》已被其他机构认证，为保持认证有效，各方只能签在文件预留的{file.fieldArray?.length}
            处签名域中，不能放置日期、填写项和骑缝章。
          </span>
        </p>
        <ol>
          {file.fieldArray?.map((field, index) => {
            const area = areaOnField(areas, file.fileId, field)
            return (
              <li key={field.name}>
                <button type="button" onClick={() => onShow(file, field)}>
                  <span>签名域{index + 1}</span>
                  <span className="muted">第{field.page}页</span>
                  <span className={area ? `party-${partyColour(area.signerNo)} own-field-given` : 'own-field-open'}>
                    {area ? `${sideOf(area)}　${areaLabel(area.positionType)}` : '待分配'}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      </section>
    ))
}
