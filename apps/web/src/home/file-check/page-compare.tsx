import type { Verdict } from '@moqi/api/file'
import { ZoomIn } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import { frameOf } from '../../ui/frame-of.ts'
import { Sheet } from '../../ui/sheet.tsx'
import './page-compare.css'

/** A page that looks different from what was signed. */
type ChangedPage = NonNullable<Verdict['changedPageArray']>[number]

/** The pages that look different, as they were signed beside as they are; each opens at full size. */
export function PageCompare({ verdict }: { verdict: Verdict }) {
  const [shown, show] = useState<ChangedPage | null>(null)
  const pages = verdict.changedPageArray ?? []
  if (pages.length === 0) return null
  const signerOf = ({ fieldName }: ChangedPage) => {
    const signature = verdict.signatureArray.find((one) => one.fieldName === fieldName)
    return signature?.signerName ? `，${signature.signerName}的签章处` : ''
  }
  return (
    <section className="card compare" aria-labelledby="compare-heading">
      <h2 id="compare-heading" className="h2">
        签署时与现在对照
      </h2>
      <p className="small muted">红框标出有差异的位置。签署时的版本仍完整保存在本文件内。</p>
      {pages.map((changed) => (
        <div key={`${changed.page} ${changed.fieldName ?? ''}`} className="compare-page">
          <h3>
            第{changed.page}页{signerOf(changed)}
            <button type="button" className="compare-zoom" onClick={() => show(changed)}>
              <ZoomIn size={16} />
              放大查看
              <span className="sr">
                第{changed.page}页{signerOf(changed)}
              </span>
            </button>
          </h3>
          <Pair changed={changed} />
        </div>
      ))}
      {shown && (
        <Sheet title={`第${shown.page}页${signerOf(shown)}：签署时与现在`} width={1200} onClose={() => show(null)}>
          <Pair changed={shown} />
        </Sheet>
      )}
    </section>
  )
}

function Pair({ changed }: { changed: ChangedPage }) {
  return (
    <div className="compare-pair">
      <PageFigure label="签署时" image={changed.signedImage} changed={changed} />
      <PageFigure label="现在" image={changed.currentImage} changed={changed} />
    </div>
  )
}

type PageFigureProps = { label: string; image: string | null; changed: ChangedPage }

function PageFigure({ label, image, changed }: PageFigureProps) {
  const frame: CSSProperties = frameOf(changed.area)
  return (
    <figure>
      <figcaption>{label}</figcaption>
      {image ? (
        <div className="compare-sheet">
          <img src={image} alt={`${label}的第${changed.page}页`} />
          <i aria-hidden="true" style={frame} />
        </div>
      ) : (
        <p className="muted">此页无法显示</p>
      )}
    </figure>
  )
}
