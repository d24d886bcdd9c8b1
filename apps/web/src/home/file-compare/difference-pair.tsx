import type { Comparison } from '@moqi/api/comparison'
import { frameOf } from '../../ui/frame-of.ts'
import type { Difference } from './difference-words.ts'

/** Words stand close to one another. */
const margin = 0.008

type DifferencePairProps = { comparison: Comparison; differences: readonly [Difference, ...Difference[]] }

/** The page of each file on which something differs, every difference framed; all of them are on the same pages. */
export function DifferencePair({ comparison, differences }: DifferencePairProps) {
  const [{ before, after }] = differences
  const partner = comparison.pairArray.find((pair) =>
    before ? pair.before === before.page : pair.after === (after?.page ?? 0),
  )
  return (
    <div className="diff-pair">
      <PageFigure
        label="原文件"
        page={before?.page ?? partner?.before ?? null}
        areas={differences.flatMap((one) => one.before?.areaArray ?? [])}
        images={comparison.pictureArray.filter(({ side }) => side === 'before')}
      />
      <PageFigure
        label="新文件"
        page={after?.page ?? partner?.after ?? null}
        areas={differences.flatMap((one) => one.after?.areaArray ?? [])}
        images={comparison.pictureArray.filter(({ side }) => side === 'after')}
      />
    </div>
  )
}

type PageFigureProps = {
  label: string
  page: number | null
  areas: NonNullable<Difference['after']>['areaArray']
  images: Comparison['pictureArray']
}

function PageFigure({ label, page, areas, images }: PageFigureProps) {
  const image = images.find((one) => one.page === page)?.image
  const framed = areas.filter((one) => one.page === page)
  return (
    <figure>
      <figcaption>{page === null ? label : `${label}第${page}页`}</figcaption>
      {image ? (
        <div className="diff-sheet">
          <img src={image} alt={`${label}的第${page}页`} />
          {framed.map(({ area }, index) => (
            <i key={`${index} ${area.left} ${area.top}`} aria-hidden="true" style={frameOf(area, margin)} />
          ))}
        </div>
      ) : (
        <p className="diff-none">{page === null ? '没有对应的页' : '差异较多，此页未附图，请打开文件查看'}</p>
      )}
    </figure>
  )
}
